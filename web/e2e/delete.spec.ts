// Removing an item from a list by keyboard: the focus moves to the item now in its place, not back to the top of
// the page.
import type { APIRequestContext, Locator } from "@playwright/test";
import { createPrompt, expect, test } from "./fixtures";

async function createThree(request: APIRequestContext): Promise<string[]> {
  const ids: string[] = [];
  for (const title of ["First", "Second", "Third"]) ids.push((await createPrompt(request, { title })).id);
  return ids;
}

async function pressEnter(button: Locator): Promise<void> {
  await button.focus();
  await button.press("Enter");
}

test("a prompt that is deleted in the Explorer leaves the focus in the list", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await createThree(context.request);
  await page.goto("/explorer?owner=me");
  const actions = (title: string) => page.getByRole("button", { name: `Actions for ${title}` });
  const remove = async (title: string) => {
    await pressEnter(actions(title));
    await pressEnter(page.getByRole("menuitem", { name: "Delete" }));
    await pressEnter(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
    await expect(actions(title)).toHaveCount(0);
  };
  // Newest first.
  await remove("Second");
  await expect(actions("First")).toBeFocused();
  await remove("First");
  await expect(actions("Third")).toBeFocused();
  await remove("Third");
  await expect(page.getByRole("heading", { name: "No prompts yet" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
});

test("what is restored from the trash leaves the focus in the list", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  for (const id of await createThree(context.request)) {
    expect((await context.request.delete(`/api/prompts/${id}`)).status()).toBe(204);
  }
  await page.goto("/trash");
  const restore = (title: string) => page.getByRole("button", { name: `Restore ${title}` });
  await pressEnter(restore("Second"));
  await expect(restore("Second")).toHaveCount(0);
  await expect(restore("First")).toBeFocused();
  await pressEnter(restore("First"));
  await expect(restore("Third")).toBeFocused();
  await pressEnter(restore("Third"));
  await expect(page.getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  await expect(page.locator("main")).toBeFocused();
});

test("what is taken out of a collection leaves the focus in the list", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const ids = await createThree(context.request);
  const made = await context.request.post("/api/collections", { data: { title: "Held together" } });
  const { id } = await made.json();
  await context.request.post(`/api/collections/${id}/items`, { data: { prompt_ids: ids } });
  await page.goto(`/collections?id=${id}`);
  const items = page.getByRole("list", { name: "Items" }).getByRole("listitem");
  await expect(items).toHaveCount(3);
  const second = items.nth(1).getByRole("button");
  const next = items.nth(2).getByRole("button");
  const name = (await next.getAttribute("aria-label")) ?? "";
  await pressEnter(second);
  await expect(items).toHaveCount(2);
  await expect(page.getByRole("button", { name })).toBeFocused();
});

test("a prompt is deleted from its editor, and undo brings it back", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Old notes" });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL("/explorer");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("“Old notes” is back")).toBeVisible();
  expect((await context.request.get(`/api/prompts/${id}`)).status()).toBe(200);
});
