// The focus moves into what opens and back to its opener; keyboard users depend on it.
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Command palette" })).toBeFocused();
}

test("a dialog begins in its first field and gives the focus back to its button", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/collections");
  const button = page.getByRole("button", { name: "New Collection" }).first();
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New Collection" });
  await expect(dialog.getByRole("radio", { name: "Manual" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
});

test("a dialog that a menu opened gives it back to the menu's button, a renamed card to the card", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const made = await page.request.post("/api/collections", { data: { title: "Drafts" } });
  expect(made.status()).toBe(201);
  await page.goto("/collections");
  const actions = page.getByRole("button", { name: "Actions for Drafts" });
  for (const [item, role] of [
    ["Edit", "dialog"],
    ["Delete", "alertdialog"],
  ] as const) {
    await actions.press("Enter");
    await page.getByRole("menuitem", { name: item }).press("Enter");
    await expect(page.getByRole(role)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole(role)).toBeHidden();
    await expect(actions).toBeFocused();
  }
  // With the pointer, the menu's button never had the focus.
  await actions.click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(actions).toBeFocused();
  await actions.press("Enter");
  await page.getByRole("menuitem", { name: "Rename" }).press("Enter");
  await page.getByLabel("New title of Drafts").fill("Finished");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Finished" }).getByRole("link")).toBeFocused();
});

test("what is typed right after Ctrl+K goes to the palette, however late its code comes, and Escape closes it", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The code of the overlay is still loading: keys work from the first moment of the page.
  await page.route(/\/assets\/(command-palette|signed-in-extras)-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/explorer");
  // An open dialog removes it from the accessibility tree.
  const search = page.getByRole("searchbox", { includeHidden: true }).first();
  await search.focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("abc");
  await page.keyboard.press("Tab");
  const shell = page.getByRole("textbox", { name: "Command palette" });
  await expect(shell).toBeFocused();
  await expect(shell).toHaveValue("abc");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(search).toBeFocused();
  await expect(search).toHaveValue("");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("prompt stu");
  release();
  const palette = page.getByRole("combobox", { name: "Command palette" });
  await expect(palette).toBeFocused();
  await page.keyboard.type("dio");
  await expect(palette).toHaveValue("prompt studio");
  await expect(search).toHaveValue("");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/studio$/);
});

test("the history beside a prompt takes the focus, and gives it back when it is closed", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(page.request, {
    title: "Versioned",
    content: { segments: [{ id: "s", order: 0, type: "user", content: "Hi" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  const button = page.getByRole("button", { name: "Versions" });
  await button.press("Enter");
  const panel = page.getByRole("complementary", { name: "Versions" });
  await expect(panel.getByRole("button", { name: "New version" })).toBeFocused();
  // Escape closes only the dialog above it.
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(panel.getByRole("button", { name: "New version" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(button).toBeFocused();
});

test("a dialog opened from the palette gives the focus back to where the palette was asked for", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(page.request, {
    title: "Reviewer",
    content: { segments: [{ type: "system", content: "Review." }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  const text = page.getByLabel("Text of Segment 1");
  await text.focus();
  await openPalette(page);
  await page.keyboard.type("export");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(text).toBeFocused();
});

test("a new prompt begins in its title", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  await page.getByRole("button", { name: "New", exact: true }).press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Typed at once");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed at once");
});

test("a new prompt begins in its title, at the top, wherever it is asked for", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const segments = Array.from({ length: 20 }, (_, order) => ({
    id: `s${order}`,
    order,
    type: "user",
    content: "Long.",
  }));
  const { id } = await createPrompt(context.request, { title: "Long", content: { segments } });
  const title = page.getByLabel("Title", { exact: true });
  const begins = async () => {
    await expect(page).toHaveURL(/draft=/);
    await expect(title).toBeFocused();
    await page.keyboard.type("Typed at once");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Typed at once");
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  };
  const fromPalette = async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("New prompt");
    await page.keyboard.press("Enter");
  };
  for (const [from, ask] of [
    ["main", () => page.keyboard.press("c")],
    ["main", fromPalette],
    ["aside a", () => page.keyboard.press("c")],
  ] as const) {
    await page.goto(`/editor?prompt=${id}`);
    await expect(page.getByLabel("Text of Segment 1", { exact: true })).toBeVisible();
    await page.locator(from).first().focus();
    await page.evaluate(() => window.scrollTo(0, 900));
    await ask();
    await begins();
  }
  await page.goto("/explorer");
  await page.getByRole("link", { name: "New Prompt" }).click();
  await begins();
});

test("the form of the profile gives the focus back to its button", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/profile");
  const edit = page.getByRole("button", { name: "Edit profile" });
  await edit.press("Enter");
  await page.getByLabel("Bio").fill("Writes.");
  await page.getByRole("button", { name: "Save" }).press("Enter");
  // The page shows the new text a moment before the form is gone.
  await expect(page.getByLabel("Bio")).toBeHidden();
  await expect(page.getByText("Writes.")).toBeVisible();
  await expect(edit).toBeFocused();
});

test("what is selected can be acted on from any card, without going back to the bar", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  for (const title of ["First", "Second", "Third"]) await createPrompt(page.request, { title });
  await page.goto("/explorer");
  await page.getByRole("button", { name: "Select", exact: true }).press("Enter");
  for (const title of ["First", "Second"]) {
    await page.getByRole("checkbox", { name: `Select ${title}` }).press("Space");
  }
  await openPalette(page);
  await page.keyboard.type("delete the selected");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("2 prompts");
  await question.getByRole("button", { name: "Delete" }).press("Enter");
  await expect(page.getByRole("checkbox", { name: "Select First" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Select Second" })).toHaveCount(0);
  await expect(page.getByRole("checkbox", { name: "Select Third" })).toBeVisible();
});

test("with the system's colours one sees what is chosen and what is on", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/settings?tab=notifications");
  const background = (name: string) =>
    page.getByRole("switch", { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(page.getByRole("switch", { name: "Likes, clones and ratings" })).toBeChecked();
  expect(await background("Likes, clones and ratings")).not.toBe(await background("Marketing emails"));
  const tab = (name: string) =>
    page.getByRole("tab", { name }).evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await tab("Notifications")).not.toBe(await tab("Privacy"));
});

test("a list of wrappers can be looked through, and each is added by Enter alone", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  await page.getByText("Modulized", { exact: true }).click();
  await page.getByRole("button", { name: "Add Module" }).click();
  const add = page.getByRole("button", { name: "Add wrapper to Module 1" });
  const wrappers = page.getByRole("list", { name: "Wrappers of Module 1" }).getByRole("listitem");
  await add.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Format JSON" })).toBeFocused();
  for (const passed of ["Format list", "Format table"]) {
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: passed })).toBeFocused();
  }
  await expect(wrappers).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(wrappers).toHaveText(["Format table"]);
  await expect(add).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Translate" }).press("Enter");
  // A moved item keeps the focus; a removed one passes it to its neighbour, at last to the add button.
  await page.getByRole("button", { name: "Apply Translate earlier" }).press("Enter");
  await expect(wrappers).toHaveText(["Translate", "Format table"]);
  await expect(page.getByRole("button", { name: "Apply Translate later" })).toBeFocused();
  await page.getByRole("button", { name: "Remove Translate" }).press("Enter");
  await expect(page.getByRole("button", { name: "Remove Format table" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(add).toBeFocused();
});

test("what is made leads to its page, and not to what had the focus long ago", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const make = async (title: string) => {
    await page.getByRole("button", { name: "New Collection" }).first().press("Enter");
    await page.getByLabel("Title").fill(title);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    await expect(page.getByRole("main")).toBeFocused();
  };
  await page.goto("/collections");
  await page.getByRole("link", { name: "Settings" }).focus();
  await make("Outer");
  await page.getByRole("link", { name: "Collections" }).last().focus();
  await make("Inner");

  await page.goto("/editor");
  await page.getByRole("link", { name: "Settings" }).focus();
  await page.getByRole("button", { name: "New Asset" }).press("Enter");
  await page.getByRole("button", { name: "Create Asset" }).press("Enter");
  await expect(page.getByLabel("Title")).toBeFocused();
});

test("prompts are added to a collection one after the other", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  for (const title of ["First", "Second", "Third"]) await createPrompt(page.request, { title });
  const made = await page.request.post("/api/collections", { data: { title: "Drafts" } });
  await page.goto(`/collections?id=${(await made.json()).id}`);
  await page.getByRole("button", { name: "Add prompts" }).press("Enter");
  const panel = page.getByRole("dialog", { name: "Add prompts" });
  const search = panel.getByRole("searchbox");
  await expect(search).toBeFocused();
  await panel.getByRole("button", { name: "Add Third" }).press("Enter");
  await expect(panel.getByRole("button", { name: "Add Second" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Add First" })).toBeFocused();
});

test("a dialog without a field begins with what it is about, and never with what closes it", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const author = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(author, "Mary Somerville");
  const title = `Steps ${user.id.slice(-6)}`;
  const content = { moduleContent: "Step by step." };
  const made = await author.post("/api/components", {
    data: { title, type: "module", is_public: true, content },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`/library?q=${encodeURIComponent(title)}`);
  await page.getByRole("button", { name: `Ratings of ${title}: Not rated` }).press("Enter");
  const star = page.getByRole("radio", { name: "1 star" });
  await expect(star).toBeFocused();
  await page.keyboard.press("Space");
  // The focus stays on the pressed button, whose label then changes.
  await page.getByRole("button", { name: "Rate", exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Save changes" })).toBeFocused();
  await page.getByRole("button", { name: "Remove my rating" }).press("Enter");
  await expect(star).toBeFocused();
  await author.dispose();

  await page.goto("/editor?new=prompt");
  await page.getByLabel("Title").fill("Half a thought");
  await page.getByRole("link", { name: "Explorer" }).first().press("Enter");
  await expect(page.getByRole("button", { name: "Stay" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Title")).toHaveValue("Half a thought");
});

test("the welcome is gone through with Enter and Space, forwards and back", async ({ page, context }) => {
  await registerUser(context.request, "Grace Hopper", true);
  await page.goto("/studio");
  const forward = page.getByRole("button", { name: "Continue" });
  await expect(forward).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Step 2 of 5")).toBeVisible();
  await expect(page.getByRole("radio").first()).toBeFocused();
  await page.getByRole("button", { name: "Previous" }).press("Enter");
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
  await expect(forward).toBeFocused();
});

test("what a button sends takes the focus from nobody", async ({ page, user, playwright, baseURL }) => {
  expect(user.id).toBeTruthy();
  const author = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(author, "Mary Somerville");
  const title = `Shared ${user.id.slice(-6)}`;
  const { id } = await createPrompt(author, { title, is_public: true });
  await author.dispose();
  await page.goto("/community?list=recent");
  const clone = page.getByRole("button", { name: `Clone ${title}` });
  await clone.press("Enter");
  const open = page.getByRole("button", { name: "Open", exact: true });
  await expect(open).toBeVisible();
  await expect(clone).toBeFocused();
  await open.press("Enter");
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  expect(page.url()).not.toContain(id);
});

test("a visitor finds what a form came to, and the menu's button again", async ({ page }) => {
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill("nobody@example.org");
  await page.keyboard.press("Enter");
  await expect(page.locator(":focus")).toContainText("Check your inbox");

  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Open menu" });
  await button.press("Enter");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Features" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
});
