import { expect, expectAccessible, pressCopy, registerUser, test } from "./fixtures";

test("a component is made, written with an autosaved draft, saved, found, used and deleted", async ({
  page,
  user,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await page.goto("/library");
  await expect(page.getByRole("tab", { name: /^All/ })).toBeVisible();
  await page.getByRole("button", { name: "Create Component" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create Component" });
  await expect(dialog.getByRole("button", { name: "Create Component" })).toBeDisabled();
  await dialog.getByLabel("Title").fill("Tone of voice");
  await dialog.getByRole("textbox", { name: "Tags" }).fill("tone");
  await page.keyboard.press("Enter");
  await dialog.getByRole("textbox", { name: "Tags" }).fill(" tone ");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("list", { name: "Chosen" }).getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  // A typed tag counts even if it was not entered.
  await dialog.getByRole("textbox", { name: "Tags" }).fill("calm");
  await dialog.getByRole("button", { name: "Create Component" }).click();

  await expect(page).toHaveURL(/\/component-editor\//);
  const chosen = page.getByRole("list", { name: "Chosen" }).getByRole("listitem");
  await expect(chosen).toHaveText(["tone", "calm"]);
  await page.getByLabel("Module content").fill("Write calmly and to the point.");
  await expect(page.getByText("Unsaved changes", { exact: true })).toBeVisible();
  await page.getByLabel("Module configuration (JSON)").fill('{"temperature": }');
  await expect(page.getByLabel("Module configuration (JSON)")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Module configuration (JSON)").fill('{"temperature": 0.2}');
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText("Unsaved changes were restored")).toBeVisible();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly and to the point.");
  await expect(page.getByLabel("Module configuration (JSON)")).toHaveValue(/"temperature": 0.2/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("v1.0.1")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly and to the point.");
  await expect(page.getByText("Unsaved changes were restored")).toBeHidden();

  await page.getByRole("link", { name: "Back to Library" }).click();
  await page.getByRole("tab", { name: /^Modules/ }).click();
  await page.getByRole("searchbox", { name: "Search components" }).fill("tone");
  await expect(page).toHaveURL("/library?type=module&q=tone");
  const list = page.getByRole("list", { name: "Components" });
  await expect(list).toContainText("Tone of voice");
  await expectAccessible(page);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await list.getByRole("button", { name: "Use Component" }).first().click();
  await expect(page.getByText("Write calmly and to the point.")).toBeVisible();
  await expect(page.getByText("In the editor, choose From library to add this module")).toBeVisible();
  await pressCopy(page.getByRole("button", { name: "Copy" }));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for Tone of voice" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(list.filter({ hasText: "Tone of voice" })).toBeHidden();
});

test("a new prompt begins with a module or a template of the library", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const make = async (data: object) => (await page.request.post("/api/components", { data })).json();
  const tone = await make({
    title: "Tone of voice",
    description: "How we sound",
    type: "module",
    content: { moduleContent: "Write calmly.", moduleConfig: { temperature: 0.2 } },
  });
  const sections = [
    { title: "Task", content: "Say what is to be done." },
    { title: "Context", content: "Say what there is." },
  ];
  await make({
    title: "Brief",
    type: "template",
    content: { templateStructure: { sections, variables: [] } },
  });

  await page.goto("/library");
  await page.getByRole("button", { name: "Use Component Tone of voice" }).click();
  await page.getByRole("link", { name: "New prompt with it" }).click();
  await expect(page.getByLabel("Text of Module 1")).toHaveValue("Write calmly.");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Tone of voice");
  await expect(page.getByLabel("Title", { exact: true })).toBeFocused();
  // The inserted text is the user's own: it is stored as a draft like typed text, and inserted once.
  await expect(page).toHaveURL(/draft=/);
  await expect(page).not.toHaveURL(/component=/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/prompt=/);
  const prompt = await (await page.request.get(`/api/prompts/${page.url().split("prompt=")[1]}`)).json();
  expect(prompt.structure_type).toBe("modulized");
  expect(prompt.content.modules).toMatchObject([
    {
      title: "Tone of voice",
      description: "How we sound",
      content: "Write calmly.",
      config: { temperature: 0.2 },
    },
  ]);
  const used = await (await page.request.get(`/api/components/${tone.id}`)).json();
  expect(used.usage_count).toBe(1);

  await page.goto("/library");
  await page.getByRole("button", { name: "Use Component Brief" }).click();
  await page.getByRole("link", { name: "New prompt with it" }).click();
  await expect(page.getByLabel("Text of Section 2")).toHaveValue("Say what there is.");
  await expect(page.getByLabel("Text of Section 1")).toHaveValue("Say what is to be done.");
  await page.reload();
  await expect(page.getByLabel("Text of Section 2")).toHaveValue("Say what there is.");
  await expect(page.getByLabel("Text of Section 3")).toBeHidden();
});

test("of what is neither a module nor a template no prompt is begun, nor an asset of anything", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const make = async (data: object) => (await page.request.post("/api/components", { data })).json();
  const house = await make({ title: "House style", type: "wrapper", content: { wrapperContent: "a" } });
  await page.goto(`/editor?new=prompt&component=${house.id}`);
  await expect(page.getByText("Only a module or a template can start a prompt. “House style”")).toBeVisible();
  const unused = await (await page.request.get(`/api/components/${house.id}`)).json();
  expect(unused.usage_count).toBe(0);

  const tone = await make({ title: "Tone", type: "module", content: { moduleContent: "Write calmly." } });
  await page.goto(`/editor?new=persona&component=${tone.id}`);
  await expect(page.getByLabel("Title")).toHaveValue("Untitled Persona");
  await expect(page).not.toHaveURL(/component=/);
});

test.describe("a component that is gone", () => {
  test.use({ expectedFailures: ["/api/components/", "404"] });

  test("begins no prompt, and the page says so", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    await page.goto("/editor?new=prompt&component=0198d5a0-0000-7000-8000-000000000000");
    await expect(page.getByRole("heading", { level: 1, name: "Component not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Library" }).click();
    await expect(page).toHaveURL(/\/library/);
  });
});

test("a title that was written when it could break a line is mended when it is opened, and can be saved", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const made = await page.request.post("/api/components", { data: { title: "Red", type: "module" } });
  const component = await made.json();
  const at = `/api/components/${component.id}`;
  // A draft may break validation rules.
  const data = { ...component, title: "Red \u001b[31m", tags: ["warm\tones"] };
  await page.request.put(`${at}/session`, { data: { base_version: "1.0.0", data } });
  await page.goto(`/component-editor/${component.id}`);
  await expect(page.getByText("Unsaved changes were restored")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Red  [31m");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("v1.0.1")).toBeVisible();
  // Pasted text is cleaned as well.
  await page.getByLabel("Title").fill("Two\twords");
  await expect(page.getByLabel("Title")).toHaveValue("Two words");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("v1.0.2")).toBeVisible();
  const stored = await (await page.request.get(at)).json();
  expect([stored.title, stored.tags]).toEqual(["Two words", ["warm ones"]]);
});

test("someone else's component is rated, reviewed, reviewed again, and the rating taken back", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const api = () => playwright.request.newContext({ baseURL: baseURL ?? "" });
  const [owner, reader] = [await api(), await api()];
  await registerUser(owner, "Ada Lovelace");
  await registerUser(reader, "Mary Somerville");
  const title = `Rated ${Date.now()}`;
  const made = await owner.post("/api/components", {
    data: { title, type: "module", is_public: true, content: {} },
  });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = await made.json();
  const review = { rating_value: 2, review_text: "Too short for me." };
  expect((await reader.put(`/api/components/${id}/rating`, { data: review })).status()).toBe(200);

  await page.goto(`/library?q=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `Ratings of ${title}: 2.0 (1)` }).click();
  const dialog = page.getByRole("dialog", { name: `Ratings of ${title}` });
  await expect(dialog.getByRole("list", { name: "Reviews" })).toContainText("Mary Somerville");
  await expect(dialog.getByRole("list", { name: "Reviews" })).toContainText("Too short for me.");
  await expect(dialog.getByRole("button", { name: "Rate" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "4 stars" }).check();
  await dialog.getByRole("textbox", { name: "Review" }).fill("Calm and clear.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Rate" }).click();
  await expect(dialog).toContainText("3.0 of 5 stars from 2 people");

  // With the keyboard: one star less, another comment.
  await expect(dialog.getByRole("button", { name: "Save changes" })).toBeDisabled();
  await dialog.getByRole("radio", { name: "4 stars" }).focus();
  await page.keyboard.press("ArrowLeft");
  await dialog.getByRole("textbox", { name: "Review" }).fill("Calm.");
  await dialog.getByRole("button", { name: "Save changes" }).click();
  await expect(dialog).toContainText("2.5 of 5 stars from 2 people");
  await page.reload();
  await page.getByRole("button", { name: `Ratings of ${title}: 2.5 (2)` }).click();
  await expect(dialog.getByRole("textbox", { name: "Review" })).toHaveValue("Calm.");
  await expect(dialog.getByRole("radio", { name: "3 stars" })).toBeChecked();
  await dialog.getByRole("button", { name: "Remove my rating" }).click();
  await expect(dialog).toContainText("2.0 of 5 stars from 1 person");
  await expect(dialog.getByRole("textbox", { name: "Review" })).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: `Ratings of ${title}: 2.0 (1)` })).toBeVisible();
  await owner.dispose();
  await reader.dispose();
});

test("a component's versions are made, compared and restored; others can read them", async ({
  page,
  user,
  context,
  playwright,
  baseURL,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const title = `Calm voice ${Date.now()}`;
  const made = await context.request.post("/api/components", {
    data: { title, type: "module", is_public: true, content: { moduleContent: "Write calmly." } },
  });
  const { id } = await made.json();
  await page.goto(`/component-editor/${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await expect(page).toHaveURL(`/component-editor/${id}?versions=true`);
  const panel = page.getByRole("dialog", { name: "Versions" });
  await expect(panel).toContainText("Every save is kept.");
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
  await expect(rows.first()).toContainText("Current");
  await page.keyboard.press("Escape");

  // Unsaved text is included in the next version.
  await page.getByLabel("Module content").fill("Write calmly and briefly.");
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await newVersion("Major", "");
  await expect(rows.first()).toContainText("v2.0.0");
  await panel.getByRole("button", { name: "Compare versions" }).click();
  await rows.nth(0).getByRole("button").first().click();
  await rows.nth(1).getByRole("button").first().click();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Compare 1.1.0 with 2.0.0" }).click();
  const compare = page.getByRole("dialog", { name: "Compare 1.1.0 with 2.0.0" });
  await expect(compare.getByRole("region", { name: "Changes" })).toContainText("Module content modified");
  await expect(compare.locator("ins").filter({ hasText: "briefly" }).first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await panel.getByRole("button", { name: "Stop comparing" }).click();
  await rows.nth(1).getByRole("button").first().click();
  await page.getByRole("dialog", { name: "Version 1.1.0" }).getByRole("button", { name: "Restore" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Restore version 1.1.0?" });
  await confirm.getByRole("button", { name: "Restore" }).click();
  await expect(page.getByText("Restored 1.1.0 as 1.1.2")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).first().click();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly.");
  await page.reload();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly.");

  // Another user can read and compare, and change nothing.
  const reader = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(reader, "Mary Somerville");
  await context.clearCookies();
  await context.addCookies((await reader.storageState()).cookies);
  await page.goto(`/library?q=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `Actions for ${title}` }).click();
  await page.getByRole("menuitem", { name: "Versions" }).click();
  await expect(rows.filter({ hasText: "The first that works" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "New version" })).toBeHidden();
  await rows.filter({ hasText: "The first that works" }).getByRole("button").first().click();
  const read = page.getByRole("dialog", { name: "Version 1.1.0" });
  await expect(read).toContainText("Write calmly.");
  await expect(read.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await reader.dispose();
});

test("a tag of one very long word widens no page on a phone", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  const tag = "W".repeat(50);
  const data = { title: "Tone", type: "module", tags: [tag], content: { moduleContent: "one" } };
  const { id } = await (await context.request.post("/api/components", { data })).json();
  await page.goto(`/component-editor/${id}`);
  const remove = page.getByRole("button", { name: `Remove tag ${tag}` });
  await remove.scrollIntoViewIfNeeded();
  await expect(remove).toBeInViewport({ ratio: 1 });
  const { width, shown } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    shown: document.documentElement.clientWidth,
  }));
  expect(width).toBe(shown);
});

test("a section or variable that is added to a template takes the focus", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const data = { title: "Report", type: "template" };
  const made = await context.request.post("/api/components", { data });
  await page.goto(`/component-editor/${(await made.json()).id}`);
  await page.getByRole("button", { name: "Add section" }).click();
  await page.keyboard.type("Summary");
  await expect(page.getByLabel("Title of section 1")).toHaveValue("Summary");
  await page.getByRole("button", { name: "Add variable" }).click();
  await page.keyboard.type("topic");
  await expect(page.getByLabel("Name of variable 1")).toHaveValue("topic");
});
