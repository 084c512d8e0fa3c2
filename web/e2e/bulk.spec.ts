// Bulk actions in the explorer.
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

const listOf = (page: Page) => page.getByRole("list", { name: "Prompts" });
const barOf = (page: Page) => page.getByRole("region", { name: "Selection" });
const boxOf = (page: Page, title: string) =>
  page.getByRole("checkbox", { name: `Select ${title}`, exact: true });

/** Creates "Prompt 1" to "Prompt 6"; the list shows the last one first. */
async function six(page: Page): Promise<string[]> {
  const ids: string[] = [];
  for (let number = 1; number <= 6; number += 1) {
    ids.push((await createPrompt(page.request, { title: `Prompt ${number}`, tags: ["draft"] })).id);
  }
  await page.goto("/explorer?owner=me&view=list");
  await expect(listOf(page).getByRole("listitem")).toHaveCount(6);
  return ids;
}

test("items are chosen by click, by range, all at once and by keyboard alone", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await six(page);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  const count = barOf(page).getByRole("status");
  await expect(count).toHaveText("0 selected");
  await expect(barOf(page).getByRole("button", { name: "Delete" })).toBeDisabled();
  await boxOf(page, "Prompt 5").click();
  await boxOf(page, "Prompt 2").click({ modifiers: ["Shift"] });
  await expect(count).toHaveText("4 selected");
  await boxOf(page, "Prompt 3").click();
  await expect(count).toHaveText("3 selected");
  await expectAccessible(page);
  await barOf(page).getByRole("button", { name: "Select all 6 shown" }).click();
  await expect(count).toHaveText("6 selected");
  await barOf(page).getByRole("button", { name: "Clear selection" }).click();
  await expect(barOf(page)).toBeHidden();
  await expect(listOf(page).getByRole("link", { name: "Prompt 5" })).toBeVisible();

  await page.locator("main").focus();
  await page.keyboard.press("x");
  await expect(count).toHaveText("0 selected");
  await boxOf(page, "Prompt 6").focus();
  await page.keyboard.press("Space");
  await expect(count).toHaveText("1 selected");
  await page.keyboard.press("Tab");
  await expect(boxOf(page, "Prompt 5")).toBeFocused();
  await page.keyboard.press("a");
  await expect(count).toHaveText("6 selected");
  await page.keyboard.press("Escape");
  await expect(barOf(page)).toBeHidden();
});

test("the chosen ones are tagged, published, collected and deleted, and deleting is undone", async ({
  page,
  user,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  await six(page);
  await page.getByRole("button", { name: "Select", exact: true }).click();
  await boxOf(page, "Prompt 1").click();
  await boxOf(page, "Prompt 2").click();
  const bar = barOf(page);

  await bar.getByRole("button", { name: "Tags" }).click();
  const tags = page.getByRole("dialog", { name: "Tags of 2 prompts" });
  await tags.getByLabel("Add to all").fill("team");
  await tags.getByRole("checkbox", { name: /^draft/ }).check();
  await expectAccessible(page);
  await tags.getByRole("button", { name: "Apply" }).click();
  const rows = listOf(page).getByRole("listitem");
  await expect(rows.filter({ hasText: "team" })).toHaveCount(2);
  await expect(rows.filter({ hasText: "draft" })).toHaveCount(4);

  await bar.getByRole("button", { name: "Make public" }).click();
  await expect(page.getByText("2 prompts were made public")).toBeVisible();
  await expect(rows.filter({ hasText: "Public" })).toHaveCount(2);
  await bar.getByRole("button", { name: "Make private" }).click();
  await expect(rows.filter({ hasText: "Public" })).toHaveCount(0);

  await bar.getByRole("button", { name: "Add to collection" }).click();
  const choose = page.getByRole("dialog", { name: "Add 2 prompts to a collection" });
  await expect(choose).toContainText("No collections yet");
  await expectAccessible(page);
  await choose.getByRole("button", { name: "New Collection" }).click();
  await page.getByLabel("Title").fill("Kept together");
  await page.getByRole("button", { name: "Create Collection" }).click();
  await expect(page.getByText("2 prompts were added to “Kept together”")).toBeVisible();

  await bar.getByRole("button", { name: "Delete" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Are you sure you want to delete 2 prompts?" });
  await expectAccessible(page);
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(rows).toHaveCount(4);
  await expect(bar.getByRole("status")).toHaveText("0 selected");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("All 2 restored")).toBeVisible();
  await expect(rows).toHaveCount(6);

  await page.goto("/collections");
  await page.getByRole("list", { name: "Collections" }).getByRole("link", { name: "Kept together" }).click();
  await expect(page.getByRole("list", { name: "Items" }).getByRole("listitem")).toHaveCount(2);
});

test.describe("a refusal", () => {
  test.use({ expectedFailures: ["/api/prompts/bulk 404", "Failed to load resource"] });

  test("is told by name, and the others are changed", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    const ids = await six(page);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    for (const number of [1, 2, 3]) await boxOf(page, `Prompt ${number}`).click();
    // One of them is deleted in another tab.
    expect((await context.request.delete(`/api/prompts/${ids[1]}`)).status()).toBe(204);
    await barOf(page).getByRole("button", { name: "Make public" }).click();
    await expect(page.getByText("1 of 3 could not be changed")).toBeVisible();
    await expect(page.getByText(/^“Prompt 2”: /)).toBeVisible();
    await expect(page.getByText("2 prompts were made public")).toBeVisible();
    const rows = listOf(page).getByRole("listitem");
    await expect(rows.filter({ hasText: "Public" })).toHaveCount(2);
    await expect(rows).toHaveCount(5);
  });
});

test.describe("without a connection", () => {
  test.use({ expectedFailures: ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"] });

  test("what was shown as done is taken back", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    await six(page);
    await page.getByRole("button", { name: "Select", exact: true }).click();
    await boxOf(page, "Prompt 4").click();
    // Requests in flight must not fail.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await barOf(page).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByText("1 of 1 could not be changed")).toBeVisible();
    await expect(listOf(page).getByRole("listitem")).toHaveCount(6);
    await expect(boxOf(page, "Prompt 4")).toBeChecked();
    await context.setOffline(false);
  });
});
