import { expect, expectAccessible, registerUser, test } from "./fixtures";

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
  await dialog.getByRole("button", { name: "Create Component" }).click();

  await expect(page).toHaveURL(/\/component-editor\//);
  await page.getByLabel("Module content").fill("Write calmly and to the point.");
  await expect(page.getByRole("status").filter({ hasText: "Draft kept" })).toBeVisible();
  await page.getByLabel("Module configuration (JSON)").fill('{"temperature": }');
  await expect(page.getByLabel("Module configuration (JSON)")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Module configuration (JSON)").fill('{"temperature": 0.2}');
  await expectAccessible(page);
  await expect(page.getByRole("status").filter({ hasText: "Draft kept" })).toBeVisible();
  await page.reload();
  await expect(page.getByText("You are going on with a draft")).toBeVisible();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly and to the point.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("v1.0.1")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Module content")).toHaveValue("Write calmly and to the point.");
  await expect(page.getByText("You are going on with a draft")).toBeHidden();

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
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Actions for Tone of voice" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(list.filter({ hasText: "Tone of voice" })).toBeHidden();
});

test("somebody else's component is rated with one to five stars", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(other, "Ada Lovelace");
  const title = `Rated ${Date.now()}`;
  const made = await other.post("/api/components", {
    data: { title, type: "module", is_public: true, content: {} },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`/library?q=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `Rate ${title}: Not rated` }).click();
  await page.getByRole("button", { name: "4 stars" }).click();
  await expect(page.getByRole("button", { name: `Rate ${title}: 4.0 (1)` })).toBeVisible();
  await other.dispose();
});
