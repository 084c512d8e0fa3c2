// The community: finding public prompts, and what a list of them shows.
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

test("public prompts are searched, and filtered by category and by the tag of a card", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(other, "Ada Lovelace");
  const word = `weaving${Date.now()}`;
  const content = { segments: [{ content: "Describe the pattern of the loom." }] };
  const shared = { is_public: true, content };
  await createPrompt(other, { ...shared, title: `${word} one`, category: "creative", tags: [word] });
  await createPrompt(other, { ...shared, title: `${word} two`, category: "data" });
  await createPrompt(other, { title: `${word} private` });
  await other.dispose();

  await page.goto("/community");
  await page.getByRole("searchbox", { name: "Search public prompts" }).fill(word);
  const found = page.getByRole("list", { name: "Found" });
  await expect(found.getByRole("heading")).toHaveText([`${word} two`, `${word} one`]);
  await expect(found).toContainText("Describe the pattern of the loom.");
  await expect(found).not.toContainText("Views:");
  await expectAccessible(page);
  await page.getByLabel("Category").selectOption("creative");
  await expect(found.getByRole("heading")).toHaveText([`${word} one`]);
  await page.getByLabel("Category").selectOption("");
  await found.getByRole("link", { name: word, exact: true }).click();
  await expect(page).toHaveURL(`/community?q=${word}&tag=${word}`);
  await expect(found.getByRole("heading")).toHaveText([`${word} one`]);
  await page.getByRole("searchbox").fill("no such words");
  await page.getByRole("button", { name: "Clear search and filters" }).click();
  await expect(page).toHaveURL("/community");
  await expect(page.getByText("Trending", { exact: true })).toBeVisible();
});

test("one's own prompt does not head the trending ones", async ({
  page,
  user,
  playwright,
  baseURL,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(other, "Ada Lovelace");
  const [mine, theirs] = [`Mine ${Date.now()}`, `Theirs ${Date.now()}`];
  const { id } = await createPrompt(context.request, { title: mine, is_public: true });
  const { id: shown } = await createPrompt(other, { title: theirs, is_public: true });
  // Mine scores more: a like against a view.
  expect((await other.put(`/api/prompts/${id}/like`)).status()).toBe(200);
  expect((await context.request.post(`/api/prompts/${shown}/view`)).status()).toBe(204);
  await other.dispose();
  await page.goto("/community?period=1");
  const titles = page.getByRole("list", { name: "Trending" }).getByRole("heading");
  await expect(titles.filter({ hasText: mine })).toBeVisible();
  const order = await titles.allTextContents();
  expect(order.indexOf(theirs)).toBeGreaterThanOrEqual(0);
  expect(order.indexOf(theirs)).toBeLessThan(order.indexOf(mine));
});
