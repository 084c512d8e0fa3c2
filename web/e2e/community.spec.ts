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

test("guests find, read and copy public prompts, and come back after signing up", async ({
  page,
  context,
  playwright,
  baseURL,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const author = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const { id: authorId } = await registerUser(author, "Ada Lovelace");
  const title = `Open to all ${Date.now()}`;
  const content = { segments: [{ type: "user", content: "Greet {{name}}." }] };
  await createPrompt(author, { title, is_public: true, content });
  await author.post("/api/collections", { data: { title: `Shelf of ${title}`, is_public: true } });
  await author.dispose();

  await page.goto("/community");
  await expect(page.getByRole("tab")).toHaveText(["Marketplace", "Collections"]);
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search public prompts" }).fill(title);
  const found = page.getByRole("list", { name: "Found" });
  await found.getByRole("button", { name: `Copy the text of ${title}` }).click();
  const dialog = page.getByRole("dialog", { name: `Copy “${title}”` });
  await dialog.getByLabel("name", { exact: true }).fill("Grace");
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe("Greet Grace.");
  await page.keyboard.press("Escape");
  await expect(found.getByRole("link", { name: title })).toHaveAttribute("href", /^\/p\/.+\/open-to-all-/);
  await found.getByRole("link", { name: "Ada Lovelace" }).click();
  await expect(page).toHaveURL(`/profile/${authorId}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada Lovelace");
  await expect(page.getByRole("link", { name: title })).toHaveAttribute("href", /^\/p\//);
  await page.goto("/community?tab=collections");
  await page.getByRole("link", { name: `Shelf of ${title}` }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`Shelf of ${title}`);

  await page.goto(`/community?q=${encodeURIComponent(title)}`);
  await found.getByRole("button", { name: `Clone ${title}` }).click();
  await expect(page).toHaveURL(/\/register\?from=%2Feditor%3Fprompt%3D/);
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
