// Notifications: what others did with one's work, under the bell.
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

test("a like is told under the bell until it was seen, and the bell can be turned off", async ({
  page,
  user,
  playwright,
  baseURL,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Shared", is_public: true });
  await page.goto("/explorer?owner=me");
  await page.getByRole("button", { name: "Notifications" }).click();
  await expect(page.getByRole("dialog", { name: "Notifications" })).toContainText("Nothing yet.");
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(other, "Alan Turing");
  expect((await other.put(`/api/prompts/${id}/like`)).status()).toBe(200);
  await other.dispose();

  await page.reload();
  const bell = page.getByRole("button", { name: "Notifications: 1 new" });
  await bell.click();
  const list = page.getByRole("list", { name: "Notifications" });
  await expect(list.getByRole("listitem")).toHaveText(/Alan Turing liked “Shared”/);
  await expectAccessible(page);
  await list.getByRole("link").click();
  await expect(page).toHaveURL(`/editor?prompt=${id}`);
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();

  await page.goto("/settings?tab=notifications");
  await page.getByRole("switch", { name: "Likes, clones and ratings" }).click();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toHaveCount(0);
  // Emails that are never sent cannot be turned on.
  await expect(page.getByRole("switch", { name: "Weekly digest" })).toBeDisabled();
});
