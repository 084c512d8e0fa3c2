import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

/** Waits until dnd-kit announces that the item is over a collection; an earlier drop could land anywhere. */
async function expectOver(page: Page, collection: string | null): Promise<void> {
  await expect(page.getByText(new RegExp(`moved over droppable area drop:.*:${collection}`))).toBeAttached();
}

test("collections are made, nested, filled, moved, renamed and deleted", async ({ page, user, context }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await createPrompt(context.request, { title: "Pull request reviewer" });
  // The list includes public collections of other journeys, so this one filters by its own unique name.
  const engineering = `Engineering ${user.id}`;
  const top = page.getByRole("list", { name: "Collections" });
  const card = (title: string) => top.getByRole("link", { name: title, exact: true });
  await page.goto("/collections");
  await expect(page.getByRole("heading", { name: "No collections yet" }).or(top)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("searchbox").fill(engineering);
  await expect(page.getByRole("heading", { name: "No collections found" })).toBeVisible();
  await page.getByRole("searchbox").fill("");

  await page.getByRole("button", { name: "New Collection" }).first().click();
  await expect(page.getByRole("button", { name: "Create Collection" })).toBeDisabled();
  await page.getByLabel("Title").fill(engineering);
  await page.getByLabel("Description").fill("What the team writes with.");
  await page.getByLabel("Make Public").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Collection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: engineering })).toBeVisible();
  await expect(page).toHaveTitle(`${engineering} · Promptcase`);

  await page.getByRole("button", { name: "Add prompts" }).click();
  await page.getByRole("button", { name: "Add Pull request reviewer" }).click();
  await expect(page.getByRole("button", { name: "Added Pull request reviewer" })).toHaveText("Added");
  await page.getByRole("button", { name: "Close" }).click();
  const items = page.getByRole("list", { name: "Items" });
  await expect(items).toContainText("Pull request reviewer");

  // Its page is read without an account, and shows nothing private.
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const shared = await (await context.request.get(link)).text();
  expect(shared).toContain(`<h1>${engineering}</h1>`);
  expect(shared).not.toContain("Pull request reviewer");

  await page.getByRole("button", { name: "New Collection" }).click();
  await page.getByLabel("Title").fill("Reviews");
  await page.getByRole("button", { name: "Create Collection" }).click();
  // A new collection is opened, a nested one too.
  const nested = page.getByRole("list", { name: "Nested collections" });
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await expect(nested).toContainText("Reviews");
  await expectAccessible(page);

  await nested.getByRole("link", { name: "Reviews" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText(
    `Collections${engineering}`,
  );
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: engineering })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Reviews" }).click();
  // Renaming in place shifts nothing.
  const row = nested.getByRole("listitem");
  const before = await row.boundingBox();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("New title of Reviews").fill("Code reviews");
  expect(await row.boundingBox()).toEqual(before);
  await page.keyboard.press("Enter");
  await expect(nested).toContainText("Code reviews");

  await page.getByRole("button", { name: "Actions for Code reviews" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await page.getByRole("button", { name: "To the top level" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Move here" }).click();
  await expect(nested).toBeHidden();
  await page.goto("/collections");
  await expect(card(engineering)).toBeVisible();

  // Dropping one onto the other nests it.
  const target = new URL((await card(engineering).getAttribute("href")) ?? "", page.url()).searchParams.get(
    "id",
  );
  const [from, to] = [await card("Code reviews").boundingBox(), await card(engineering).boundingBox()];
  if (!from || !to) throw new Error("both collections are on screen");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await expectOver(page, target);
  await page.mouse.up();
  await expect(card("Code reviews")).toBeHidden();

  await page.getByRole("searchbox").fill("code");
  await expect(card("Code reviews")).toBeVisible();
  await page.getByRole("searchbox").fill("");

  await card(engineering).click();
  await page.getByRole("button", { name: "Remove Pull request reviewer from the collection" }).click();
  await expect(page.getByRole("heading", { name: "No items in this collection" })).toBeVisible();
  await page.getByRole("button", { name: "Delete collection" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this collection?" });
  await expect(dialog).toContainText(`${engineering} Public`);
  await expect(dialog).toContainText("0 items");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete Collection" }).click();
  await expect(page).toHaveURL("/collections");
  await expect(card(engineering)).toBeHidden();

  await page.goto("/trash");
  await page.getByRole("button", { name: `Restore ${engineering}` }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.goto("/collections");
  await expect(card(engineering)).toBeVisible();
});

test("the trash gives prompts back or removes them for good", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  for (const title of ["Keep me", "Forget me"]) {
    const { id } = await createPrompt(context.request, { title });
    expect((await context.request.delete(`/api/prompts/${id}`)).status()).toBe(204);
  }
  await page.goto("/trash");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Restore Keep me" }).click();
  await page.getByRole("button", { name: "Remove Forget me for good" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Remove for good" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.goto("/explorer?owner=me");
  await expect(page.getByRole("list", { name: "Prompts" }).getByRole("listitem")).toHaveCount(1);
});

test("the tree beside the page shows the way, goes anywhere and takes what is dropped on it", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const make = async (title: string, parent_id: string | null = null): Promise<string> => {
    const made = await context.request.post("/api/collections", { data: { title, parent_id } });
    expect(made.status(), await made.text()).toBe(201);
    return (await made.json()).id;
  };
  const work = await make("Work");
  const team = await make("Team", work);
  const reviews = await make("Reviews", team);
  await make("Private");
  await page.goto(`/collections?id=${reviews}`);
  const tree = page.getByRole("navigation", { name: "Your collections" });
  await expect(tree.getByRole("link", { name: "Reviews" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
  await tree.getByRole("button", { name: "Nested collections of Work" }).press("Enter");
  await expect(tree.getByRole("link", { name: "Team" })).toBeHidden();
  await tree.getByRole("link", { name: "All collections" }).click();
  await expect(page).toHaveURL("/collections");

  const card = page.getByRole("list", { name: "Collections" }).getByRole("link", { name: "Private" });
  const [from, to] = [await card.boundingBox(), await tree.getByRole("link", { name: "Work" }).boundingBox()];
  if (!from || !to) throw new Error("both are on screen");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await expectOver(page, work);
  await page.mouse.up();
  await expect(page.getByText("“Private” was moved")).toBeVisible();
  await expect(card).toBeHidden();
  await tree.getByRole("button", { name: "Nested collections of Work" }).click();
  await expect(tree.getByRole("link", { name: "Private" })).toBeVisible();
});

test("a smart collection fills itself with what its filter finds", async ({ page, user, context }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const api = context.request;
  await createPrompt(api, { title: "Pull request reviewer", category: "web", tags: ["review"] });
  await createPrompt(api, { title: "Release notes writer", category: "creative" });
  await page.goto("/collections");
  await page.getByRole("button", { name: "New Collection" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New Collection" });
  await dialog.getByLabel("Title").fill("All for the web");
  await dialog.getByText("Smart (automatic)").click();
  const preview = dialog.getByRole("status");
  await expect(preview).toHaveText(
    /^Currently matches: (Release notes writer, Pull request reviewer|Pull request reviewer, Release notes writer)$/,
  );
  await dialog.getByLabel("Category").selectOption("web");
  await expect(preview).toHaveText("Currently matches: Pull request reviewer");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create Collection" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "All for the web" })).toBeVisible();
  const items = page.getByRole("list", { name: "Items" }).getByRole("listitem");
  await expect(items).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Filter" })).toContainText("Web");
  // Items of a smart collection cannot be added or removed by hand.
  await expect(page.getByRole("button", { name: "Add prompts" })).toBeHidden();
  await expect(page.getByRole("button", { name: /^Remove/ })).toHaveCount(0);
  await expectAccessible(page);

  const { id } = await createPrompt(api, { title: "Accessibility checker", category: "web" });
  await page.reload();
  await expect(items).toHaveCount(2);
  await page.getByRole("button", { name: "Edit collection" }).click();
  const edit = page.getByRole("dialog", { name: "Edit Smart Collection" });
  await expect(edit.getByLabel("Category")).toHaveValue("web");
  await edit.getByRole("combobox", { name: "Tags" }).fill("review");
  await page.keyboard.press("Enter");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(items).toHaveCount(1);
  await expect(items).toContainText("Pull request reviewer");

  // Renaming preserves the filter, and the picker says that a smart collection accepts no items.
  await page.goto("/collections");
  const top = page.getByRole("list", { name: "Collections" });
  await expect(top).toContainText("Smart");
  await page.getByRole("button", { name: "Actions for All for the web" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("New title of All for the web").fill("Web reviews");
  await page.keyboard.press("Enter");
  await expect(top).toContainText("Web reviews");
  await expect(top).toContainText("1 item");
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Collections", exact: true }).click();
  const picker = page.getByRole("dialog", { name: "Add to collection" });
  await expect(picker.getByRole("button", { name: /^Web reviews/ })).toBeDisabled();
  await expect(picker.getByRole("button", { name: /^Web reviews/ })).toContainText("Smart collection");
});

test("a collection opened by its address stands still, however long its title is", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const title = "What we ask before a release goes out ".repeat(5).trim();
  const made = await page.request.post("/api/collections", { data: { title, description: title } });
  const { id } = await made.json();
  for (const name of ["First", "Second"]) {
    const nested = await page.request.post("/api/collections", { data: { title: name, parent_id: id } });
    expect(nested.status()).toBe(201);
  }
  await page.addInitScript(() => {
    const moved: unknown[] = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node: Node | null }[];
      })[]) {
        const what = entry.sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : "",
        );
        if (entry.value > 0.01) moved.push([entry.value, what]);
      }
    }).observe({ type: "layout-shift", buffered: true });
    Object.assign(window, { moved });
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/collections?id=${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page.getByRole("list", { name: "Nested collections" }).getByRole("listitem")).toHaveCount(2);
    if (width > 1280) await expect(page.getByRole("navigation", { name: "Your collections" })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (window as unknown as { moved: unknown[] }).moved)).toEqual([]);
  }
});
