import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("collections are made, nested, filled, moved, renamed and deleted", async ({ page, user, context }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await createPrompt(context.request, { title: "Pull request reviewer" });
  await page.goto("/collections");
  await expect(page.getByRole("heading", { name: "No collections yet" })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: "New Collection" }).first().click();
  await expect(page.getByRole("button", { name: "Create Collection" })).toBeDisabled();
  await page.getByLabel("Title").fill("Engineering");
  await page.getByLabel("Description").fill("What the team writes with.");
  await page.getByLabel("Make Public").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create Collection" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Engineering" })).toBeVisible();
  await expect(page).toHaveTitle("Engineering · Promptcase");

  await page.getByRole("button", { name: "Add prompts" }).click();
  await page.getByRole("button", { name: "Add Pull request reviewer" }).click();
  await expect(page.getByRole("button", { name: "Add Pull request reviewer" })).toHaveText("Added");
  await page.getByRole("button", { name: "Close" }).click();
  const items = page.getByRole("list", { name: "Items" });
  await expect(items).toContainText("Pull request reviewer");

  await page.getByRole("button", { name: "New Collection" }).click();
  await page.getByLabel("Title").fill("Reviews");
  await page.getByRole("button", { name: "Create Collection" }).click();
  const nested = page.getByRole("list", { name: "Nested collections" });
  await expect(nested).toContainText("Reviews");
  await expectAccessible(page);

  await nested.getByRole("link", { name: "Reviews" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Reviews" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("CollectionsEngineering");
  await page.getByRole("link", { name: "Back" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Engineering" })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Reviews" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByLabel("New title of Reviews").fill("Code reviews");
  await page.keyboard.press("Enter");
  await expect(nested).toContainText("Code reviews");

  await page.getByRole("button", { name: "Actions for Code reviews" }).click();
  await page.getByRole("menuitem", { name: "Move to…" }).click();
  await page.getByRole("button", { name: "To the top level" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Move here" }).click();
  await expect(nested).toBeHidden();
  await page.goto("/collections");
  const top = page.getByRole("list", { name: "Collections" });
  await expect(top.getByRole("listitem")).toHaveCount(2);

  // Dragging one onto the other puts it inside.
  const [from, to] = [
    await top.getByRole("link", { name: "Code reviews" }).boundingBox(),
    await top.getByRole("link", { name: "Engineering" }).boundingBox(),
  ];
  if (!from || !to) throw new Error("both collections are on screen");
  await page.mouse.move(from.x + 5, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(from.x + 30, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 10, { steps: 8 });
  await page.mouse.up();
  await expect(top.getByRole("listitem")).toHaveCount(1);

  await page.getByRole("searchbox").fill("code");
  await expect(top).toContainText("Code reviews");
  await page.getByRole("searchbox").fill("");

  await top.getByRole("link", { name: "Engineering" }).click();
  await page.getByRole("button", { name: "Remove Pull request reviewer from the collection" }).click();
  await expect(page.getByRole("heading", { name: "No items in this collection" })).toBeVisible();
  await page.getByRole("button", { name: "Delete collection" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this collection?" });
  await expect(dialog).toContainText("Engineering Public");
  await expect(dialog).toContainText("0 items");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete Collection" }).click();
  await expect(page.getByRole("heading", { name: "No collections yet" })).toBeVisible();

  await page.goto("/trash");
  await page.getByRole("button", { name: "Restore Engineering" }).click();
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await page.goto("/collections");
  await expect(top).toContainText("Engineering");
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
