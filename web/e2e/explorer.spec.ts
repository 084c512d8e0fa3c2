import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("prompts are found, filtered, cloned and deleted, and the URL tells all of it", async ({
  page,
  user,
  context,
}) => {
  const api = context.request;
  await createPrompt(api, {
    title: "Pull request reviewer",
    description: "Reads a diff and names the riskiest line first.",
    category: "web",
    structure_type: "modulized",
    tags: ["rust", "review", "team"],
  });
  await createPrompt(api, { title: "Release notes writer", category: "creative" });
  await createPrompt(api, { title: "Calm tone", prompt_type: "persona", type: "asset", category: "general" });

  // Other journeys publish prompts at the same time, so this one lists its own only.
  await page.goto("/explorer?owner=me");
  const list = page.getByRole("list", { name: "Prompts" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("You");
  await expectAccessible(page);

  await page.getByRole("searchbox", { name: "Search prompts" }).fill("riskiest");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page).toHaveURL("/explorer?owner=me&q=riskiest");
  await page.getByRole("button", { name: "Clear the search" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.getByRole("searchbox").fill("no such words");
  await expect(page.getByRole("heading", { name: "No prompts found" })).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page.getByRole("searchbox")).toHaveValue("");

  await page.getByLabel("Category").selectOption("web");
  await page.getByLabel("Structure").selectOption("modulized");
  await page.getByRole("radio", { name: "List" }).check();
  await expect(page).toHaveURL("/explorer?owner=me&category=web&structure=modulized&view=list");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await expect(page.getByLabel("Category")).toHaveValue("web");

  await page.getByRole("button", { name: "Actions for Pull request reviewer" }).click();
  await page.getByRole("menuitem", { name: "Clone" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(list).toContainText("Pull request reviewer (Copy)");

  await page.getByRole("button", { name: "Actions for Pull request reviewer (Copy)" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this prompt?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);

  await page.getByRole("tab", { name: "Assets" }).click();
  const assets = page.getByRole("list", { name: "Assets" });
  await expect(assets.getByRole("listitem")).toHaveCount(0);
  await page.goto("/explorer?tab=assets");
  await expect(assets).toContainText("Calm tone");
  await expect(page.getByRole("link", { name: "New Asset" })).toHaveAttribute("href", "/editor?asset=true");
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Prompts" })).toHaveAttribute("aria-selected", "true");
  expect(user.id).toBeTruthy();
});

test("a list is sorted, filtered by a tag of a card, and remembers whose prompts it shows", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  for (const [title, tags] of [
    ["Beta", ["mail"]],
    ["Alpha", ["code"]],
    ["Gamma", ["mail", "short"]],
  ] as const) {
    await createPrompt(context.request, { title, tags });
  }
  await page.goto("/explorer");
  await page.getByRole("radio", { name: "Mine" }).check();
  const titles = page.getByRole("list", { name: "Prompts" }).getByRole("heading");
  await expect(titles).toHaveText(["Gamma", "Alpha", "Beta"]);
  await page.getByLabel("Sort by").selectOption("Title");
  await expect(titles).toHaveText(["Alpha", "Beta", "Gamma"]);

  await page.getByRole("link", { name: "mail" }).first().click();
  await expect(titles).toHaveText(["Beta", "Gamma"]);
  await page.getByRole("button", { name: "Tag: mail" }).click();
  await expect(titles).toHaveText(["Alpha", "Beta", "Gamma"]);

  await page.goto("/explorer?q=none");
  await expect(page.getByRole("radio", { name: "Mine" })).toBeChecked();
  await expect(page.getByRole("heading", { name: "No prompts found" })).toBeVisible();
});

test("the menu of a card publishes, tags, collects and exports its prompt", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await createPrompt(context.request, { title: "Release notes" });
  await page.goto("/explorer?owner=me");
  const card = page.getByRole("article").filter({ hasText: "Release notes" });
  const choose = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Release notes" }).click();
    await page.getByRole("menuitem", { name, exact: true }).click();
  };
  await choose("Make public");
  await expect(page.getByText("“Release notes” is now public")).toBeVisible();
  await expect(card).toContainText("Public");

  await choose("Tags");
  const tags = page.getByRole("dialog", { name: "Tags of “Release notes”" });
  await tags.getByLabel("Add to all").fill("weekly");
  await tags.getByLabel("Add to all").press("Enter");
  await tags.getByRole("button", { name: "Apply" }).click();
  await expect(card.getByRole("link", { name: "weekly" })).toBeVisible();

  await choose("Add to collection");
  await expect(page.getByRole("dialog", { name: "Add “Release notes” to a collection" })).toBeVisible();
  await page.keyboard.press("Escape");
  await choose("Export");
  await expect(page.getByRole("dialog", { name: "Export 1 prompt" })).toBeVisible();
});

test("a long list loads as it is scrolled and draws only what is on screen", async ({
  page,
  user,
  context,
}) => {
  const create = (number: number) =>
    createPrompt(context.request, { title: `Prompt ${String(number).padStart(3, "0")}` });
  // The first prompt must be the last of the list. The order of those created in parallel is undefined.
  await create(0);
  for (let next = 1; next < 130; next += 10) {
    await Promise.all(Array.from({ length: Math.min(10, 130 - next) }, (_, index) => create(next + index)));
  }
  await page.goto("/explorer?owner=me&view=list");
  const list = page.getByRole("list", { name: "Prompts" });
  await expect(list.getByRole("listitem").first()).toBeVisible();
  await expect(async () => {
    // A page of the list is shorter than the scroll distance: one turn of the wheel is not enough.
    await page.mouse.wheel(0, 4000);
    await expect(list.getByRole("listitem").last()).toHaveAttribute("aria-setsize", "130", { timeout: 500 });
    await expect(list).toContainText("Prompt 000", { timeout: 500 });
  }).toPass();
  expect(await list.getByRole("listitem").count()).toBeLessThan(60);
  expect(user.id).toBeTruthy();
});

test("a card without a description shows how its text begins", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const content = { segments: [{ content: "Answer the customer\n  kindly." }] };
  await createPrompt(context.request, { title: "Bare" });
  await createPrompt(context.request, { title: "Begun", content });
  await createPrompt(context.request, { title: "Described", description: "What it is for.", content });
  await page.goto("/explorer?owner=me");
  const card = (title: string) => page.getByRole("article").filter({ hasText: title });
  await expect(card("Bare")).toContainText("No text yet");
  await expect(card("Begun")).toContainText("Answer the customer kindly.");
  await expect(card("Described")).toContainText("What it is for.");
  await expect(card("Described")).not.toContainText("Answer the customer");
});

test("tags are listed with counts, filter the list, are renamed everywhere and are suggested", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  for (const [title, tags] of [
    ["One", ["custmer"]],
    ["Two", ["custmer", "mail"]],
    ["Three", ["customer"]],
  ] as const) {
    await createPrompt(context.request, { title, tags });
  }
  await page.goto("/explorer?owner=me");
  await expect(page.getByText("3 prompts", { exact: true })).toBeVisible();
  const open = () => page.getByRole("button", { name: "Tags", exact: true }).click();
  await open();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await expect(dialog.getByRole("listitem")).toHaveText(["custmer2", "customer1", "mail1"]);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "custmer 2" }).click();
  await expect(page).toHaveURL("/explorer?owner=me&tag=custmer");
  await expect(page.getByText("2 prompts", { exact: true })).toBeVisible();

  await open();
  await dialog.getByRole("button", { name: "Rename custmer" }).click();
  const name = dialog.getByLabel("New name of “custmer”");
  await expect(name).toBeFocused();
  await name.fill("customer");
  await expect(dialog).toContainText("“customer” is a tag already. The two become one.");
  await dialog.getByRole("button", { name: "Merge" }).click();
  await expect(dialog.getByRole("listitem")).toHaveText(["customer3", "mail1"]);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL("/explorer?owner=me&tag=customer");
  await expect(page.getByRole("article")).toHaveCount(3);

  await page.getByRole("button", { name: "Actions for One" }).click();
  await page.getByRole("menuitem", { name: "Tags" }).click();
  await expect(page.getByRole("dialog").locator("datalist option")).toHaveCount(2);
});

test("favourites and a saved filter are found again", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  for (const title of ["Alpha", "Beta"]) await createPrompt(context.request, { title, tags: ["mail"] });
  await page.goto("/explorer?owner=me&favourites=true");
  await expect(page.getByRole("heading", { name: "No favourites yet" })).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("button", { name: "Actions for Beta" }).click();
  await page.getByRole("menuitem", { name: "Add to favourites" }).click();
  await expect(page.getByRole("article").filter({ hasText: "Beta" })).toContainText("Favourite");
  await page.getByRole("button", { name: "Favourites" }).click();
  await expect(page.getByRole("list", { name: "Prompts" }).getByRole("heading")).toHaveText([
    "BetaFavourite",
  ]);
  await page.reload();
  await expect(page.getByRole("article")).toHaveCount(1);
  await page.getByRole("button", { name: "Favourites" }).click();

  await page.getByRole("link", { name: "mail" }).first().click();
  await page.getByRole("button", { name: "Save filter" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as a Smart Collection" });
  await dialog.getByLabel("Title").fill("All mail");
  await expect(dialog.getByLabel("Remove tag mail")).toBeVisible();
  await dialog.getByRole("button", { name: "Create Collection" }).click();
  await page.getByRole("button", { name: "Open", exact: true }).click();
  await expect(page.getByRole("heading", { name: "All mail" })).toBeVisible();
  await expect(page.getByText("Beta")).toBeVisible();
});

test("one who wrote nothing is told what to do, and not that a filter hides it", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  for (const [address, title] of [
    ["/explorer?owner=me", "No prompts yet"],
    ["/explorer?owner=me&tab=assets", "No assets yet"],
    ["/explorer?owner=me&tag=none", "No prompts found"],
    ["/explorer?owner=me&tab=assets&q=none", "No assets found"],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
  }
});
