// The version history: create, compare, restore.
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("versions are made, compared in both layouts and restored, and nothing is lost", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Review",
    content: {
      segments: [
        { id: "a", order: 0, type: "system", content: "You review code.\nBe kind." },
        { id: "b", order: 1, type: "user", content: "{{code}}" },
      ],
    },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Versions" });
  await expect(panel).toContainText("Every save is kept. Select one to read, copy or restore it.");
  const newVersion = async (type: string, changelog: string) => {
    await panel.getByRole("button", { name: "New version" }).click();
    const dialog = page.getByRole("dialog", { name: "New version" });
    await dialog.getByText(type, { exact: true }).click();
    await dialog.getByLabel("Changelog").fill(changelog);
    await dialog.getByRole("button", { name: "Create version" }).click();
    await expect(dialog).toBeHidden();
  };
  await newVersion("Minor", "The first that works");
  const rows = panel.locator("ol[aria-label=Versions] > li");
  await expect(rows.first()).toContainText("v1.1.0");
  await expect(rows.first()).toContainText("Minor");
  await expect(rows.first()).toContainText("Current");
  await expect(rows.first()).toContainText("The first that works");

  // Unsaved text is included in the version.
  await page.getByLabel("Text of Segment 1").fill("You review code.\nBe strict and brief.");
  await page.getByRole("button", { name: "Remove Segment 2" }).click();
  // The part and the changelog are proposed from what changed.
  await panel.getByRole("button", { name: "New version" }).click();
  const proposed = page.getByRole("dialog", { name: "New version" });
  await expect(proposed.getByRole("radio", { name: "Major" })).toBeChecked();
  await expect(proposed.getByLabel("Changelog")).toHaveValue(
    "Segment 2 (User) removed, Segment 1 (System) edited",
  );
  await proposed.getByLabel("Changelog").fill("");
  await proposed.getByRole("button", { name: "Create version" }).click();
  await expect(proposed).toBeHidden();
  await expect(rows.first()).toContainText("v2.0.0");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();

  // One click chooses, the second forms a pair, the third starts over, and the same row twice clears.
  await panel.getByRole("button", { name: "Compare versions" }).click();
  const v2 = rows.filter({ hasText: "v2.0.0" }).getByRole("button").first();
  const v1 = rows.filter({ hasText: "v1.1.0" }).getByRole("button").first();
  await v2.click();
  await v2.click();
  await expect(v2).toHaveAttribute("aria-pressed", "false");
  await v2.click();
  await v1.click();
  await panel.getByRole("button", { name: "Compare 1.1.0 with 2.0.0" }).click();
  const compare = page.getByRole("dialog", { name: "Compare 1.1.0 with 2.0.0" });
  await expect(compare.getByRole("region", { name: "Changes" })).toContainText("Modified");
  await expect(compare.getByRole("region", { name: "Changes" })).toContainText("Removed");
  await expect(compare.locator("ins").filter({ hasText: "strict and brief" }).first()).toBeVisible();
  await expect(compare.getByRole("columnheader", { name: "1.1.0" }).first()).toBeVisible();
  await expectAccessible(page);
  await compare.getByText("Unified", { exact: true }).click();
  await expect(compare.getByRole("columnheader", { name: "1.1.0" })).toHaveCount(0);
  await expect(compare.locator("del").filter({ hasText: "kind" }).first()).toBeVisible();
  await page.keyboard.press("Escape");

  await panel.getByRole("button", { name: "Stop comparing" }).click();
  await v1.click();
  const opened = page.getByRole("dialog", { name: "Version 1.1.0" });
  await expect(opened).toContainText("The first that works");
  await expect(opened.getByRole("article", { name: "Preview" })).toContainText("Be kind.");
  await opened.getByRole("button", { name: "Restore" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Restore version 1.1.0?" });
  await confirm.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("You review code.\nBe kind.");
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue("{{code}}");
  await expect(page.getByRole("banner").or(page.locator("header")).getByText("v1.1.2")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue("{{code}}");
});

test("a version is compared with what is being written, before that is saved", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Review",
    content: { segments: [{ id: "a", order: 0, type: "user", content: "You review code.\nBe kind." }] },
  });
  const made = await context.request.post(`/api/prompts/${id}/versions`, {
    data: { version_type: "minor", changelog: "", base_version: "1.0.0" },
  });
  expect(made.status()).toBe(201);
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Versions" });
  await panel.getByRole("button", { name: "Compare versions" }).click();
  const current = panel.getByRole("button", { name: /^Current text/ });
  // The requirements of a comparison are shown before anything is chosen.
  const unready = panel.getByRole("button", { name: "Compare", exact: true });
  await expect(unready).toBeDisabled();
  await expect(unready).toHaveAccessibleDescription(
    "To compare, select two versions, or a version and the current text.",
  );
  await current.click();
  await expect(unready).toHaveAccessibleDescription(
    "Current is selected. Select a second version to compare.",
  );
  await panel.getByRole("button", { name: /^v1\.1\.0/ }).click();
  await panel.getByRole("button", { name: "Compare 1.1.0 with Current" }).click();
  const compare = page.getByRole("dialog", { name: "Compare 1.1.0 with Current" });
  await expect(compare.getByText("There are no differences.")).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByLabel("Text of Segment 1").fill("You review code.\nBe strict.");
  await panel.getByRole("button", { name: "Compare 1.1.0 with Current" }).click();
  await expect(compare.getByText("1 change", { exact: true })).toBeVisible();
  await expect(compare.getByRole("region", { name: "Changes" })).toContainText(
    "Content of Segment 1 changed",
  );
  await expect(compare.getByText("segments[")).toHaveCount(0);
  await expect(compare.getByRole("columnheader", { name: "Current" })).toBeVisible();
  await expect(compare.locator("ins").filter({ hasText: "strict" }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
});

test("a comparison says when only line ends differ", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const prompt = (content: string) => ({
    title: "Ends",
    content: { segments: [{ id: "a", order: 0, type: "user", content }] },
  });
  const api = context.request;
  const { id } = await createPrompt(api, prompt("one\r\ntwo\r\n"));
  const version = { version_type: "minor", changelog: "" };
  await api.post(`/api/prompts/${id}/versions`, { data: { ...version, base_version: "1.0.0" } });
  await api.put(`/api/prompts/${id}`, { data: { ...prompt("one\ntwo\n"), base_version: "1.1.0" } });
  await api.post(`/api/prompts/${id}/versions`, { data: { ...version, base_version: "1.1.1" } });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await page.getByRole("button", { name: "Compare versions" }).click();
  await page.getByRole("button", { name: /v1\.1\.0/ }).click();
  await page.getByRole("button", { name: /v1\.2\.0/ }).click();
  await page.getByRole("button", { name: "Compare 1.1.0 with 1.2.0" }).click();
  await expect(page.getByText("Only line ends differ.")).toBeVisible();
});

test("a comparison stays when the window shrinks, covers a phone, and stays when it grows", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const content = (text: string) => ({ title: "Sizes", content: { segments: [{ id: "a", content: text }] } });
  const { id } = await createPrompt(context.request, content("one"));
  const data = { version_type: "minor", changelog: "", base_version: "1.0.0" };
  await context.request.post(`/api/prompts/${id}/versions`, { data });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByLabel("Text of Segment 1").fill("two");
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await page.getByRole("button", { name: "Compare versions" }).click();
  await page.getByRole("button", { name: /v1\.1\.0/ }).click();
  await page.getByRole("button", { name: /^Current text/ }).click();
  await page.getByRole("button", { name: "Compare 1.1.0 with Current" }).click();
  const compare = page.getByRole("dialog", { name: "Compare 1.1.0 with Current" });
  await expect(compare.getByText("1 change", { exact: true })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(compare.getByText("1 change", { exact: true })).toBeVisible();
  await expect.poll(() => compare.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(compare.getByText("1 change", { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("complementary", { name: "Versions" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const sheet = page.getByRole("dialog", { name: "Versions" });
  await expect(sheet.getByRole("button", { name: "Compare 1.1.0 with Current" })).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
});

test("a version that is being made stays when the window passes the width of a phone", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Sizes",
    content: { segments: [{ id: "a", order: 0, type: "user", content: "one" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await page.getByRole("button", { name: "New version" }).click();
  const dialog = page.getByRole("dialog", { name: "New version" });
  await dialog.getByText("Major", { exact: true }).click();
  await dialog.getByLabel("Changelog").fill("It speaks German now.");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(page.locator("aside[aria-label=Versions]")).toHaveCount(width > 1280 ? 1 : 0);
    await expect(dialog.getByLabel("Changelog")).toHaveValue("It speaks German now.");
    await expect(dialog.getByRole("radio", { name: "Major" })).toBeChecked();
  }
  await dialog.getByRole("button", { name: "Create version" }).click();
  await expect(page.getByRole("list", { name: "Versions" })).toContainText("It speaks German now.");
});

test("every save is opened by its number, copied, compared, named and linked", async ({
  page,
  user,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // Given three saves and a version
  const prompt = (text: string) => ({
    title: "Saves",
    content: { segments: [{ id: "a", order: 0, type: "system", content: text }] },
  });
  const api = context.request;
  const { id } = await createPrompt(api, prompt("one"));
  for (const [base, text] of [
    ["1.0.0", "two"],
    ["1.0.1", "three"],
  ] as const) {
    await api.put(`/api/prompts/${id}`, { data: { ...prompt(text), base_version: base } });
  }
  const version = { version_type: "minor", changelog: "Ready", base_version: "1.0.2" };
  await api.post(`/api/prompts/${id}/versions`, { data: version });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Versions" });
  // Then the saves are folded under the version, and tell what changed and who did it
  await expect(panel.getByText("v1.0.2")).toHaveCount(0);
  await panel.getByRole("button", { name: "3 saves before it" }).click();
  const saves = panel.getByRole("list", { name: "Saves before 1.1.0" }).getByRole("listitem");
  await expect(saves).toHaveCount(3);
  await expect(saves.first()).toContainText("v1.0.2");
  await expect(saves.first()).toContainText("Segment 1 (System) edited");
  await expect(saves.first()).toContainText(user.full_name);
  await expectAccessible(page);
  // When one is opened, then the URL names it and its text is there to copy
  await saves.nth(1).getByRole("button").click();
  const opened = page.getByRole("dialog", { name: "Version 1.0.1", exact: true });
  await expect(opened.getByRole("article", { name: "Preview" })).toContainText("two");
  await expect(page).toHaveURL(/version=1\.0\.1/);
  await expectAccessible(page);
  await opened.getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("two");
  await opened.getByRole("button", { name: "Export" }).click();
  const exporting = page.getByRole("dialog", { name: "Export" });
  await expect(exporting).toContainText("1.0.1");
  await exporting.press("Escape");
  await opened.getByRole("button", { name: "Compare" }).click();
  const compared = page.getByRole("dialog", { name: "Compare 1.0.1 with Current" });
  await expect(compared).toContainText("1 change");
  await compared.press("Escape");
  // When it is named, then it is a version
  await opened.getByRole("button", { name: "Name this version" }).click();
  const naming = page.getByRole("dialog", { name: "Name version 1.0.1" });
  await expect(naming.getByLabel("Changelog")).toHaveValue("Segment 1 (System) edited");
  await naming.getByLabel("Changelog").fill("The short one");
  await naming.getByRole("button", { name: "Name version" }).click();
  await expect(opened).toContainText("The short one");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/version=/);
  await expect(panel.locator("ol[aria-label=Versions] > li")).toHaveCount(2);
  await expect(panel.getByRole("button", { name: "1 save before it" }).first()).toBeVisible();
  // And the link opens the entry, on a phone too
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/editor?prompt=${id}&version=1.0.0`);
  const linked = page.getByRole("dialog", { name: "Version 1.0.0" });
  await expect(linked.getByRole("article", { name: "Preview" })).toContainText("one");
  await linked.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored 1.0.0 as 1.0.3")).toBeVisible();
});

test("the history of a component opens, compares and restores its saves", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const api = context.request;
  const component = (text: string) => ({ title: "Tone", type: "module", content: { moduleContent: text } });
  const { id } = await (await api.post("/api/components", { data: component("calm") })).json();
  await api.put(`/api/components/${id}`, { data: { ...component("loud"), base_version: "1.0.0" } });
  await page.goto(`/component-editor/${id}?versions=true`);
  const sheet = page.getByRole("dialog", { name: "Versions" });
  // Nothing is named yet, so the saves stand open.
  await sheet.getByRole("button", { name: /^v1\.0\.0/ }).click();
  const opened = page.getByRole("dialog", { name: "Version 1.0.0" });
  await expect(opened).toContainText("calm");
  await opened.getByRole("button", { name: "Compare" }).click();
  const compare = page.getByRole("dialog", { name: "Compare 1.0.0 with Current" });
  await expect(compare).toContainText("Module content modified");
  // Keys go to the upper dialog once it has the focus.
  await expect(compare.getByRole("radio", { name: "Side by side" })).toBeFocused();
  await page.keyboard.press("Escape");
  await opened.getByRole("button", { name: "Restore" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored 1.0.0 as 1.0.2")).toBeVisible();
  await expect(page.getByLabel("Module content")).toHaveValue("calm");
});
