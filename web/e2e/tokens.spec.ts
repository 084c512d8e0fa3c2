import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("tokens are estimated, or counted exactly for OpenAI's models, by field and in all", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Tokens",
    content: {
      segments: [
        { type: "system", content: "Hello world" },
        { type: "user", content: "<|endoftext|>" },
      ],
    },
  });
  await page.goto(`/editor?prompt=${id}`);
  const header = page.getByRole("banner").or(page.locator("header")).filter({ hasText: "Standard" });
  await header.getByRole("button", { name: /^about \d+ tokens$/ }).click();
  const menu = page.getByRole("dialog", { name: "Tokens" });
  await menu.getByRole("radio", { name: /^OpenAI/ }).check();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText("11 characters · 2 tokens")).toBeVisible();
  await expect(page.getByText("13 characters · 7 tokens")).toBeVisible();
  await expect(header.getByRole("button", { name: "10 tokens" })).toBeVisible();
  await page.getByLabel("Text of Segment 1", { exact: true }).fill("Hello world, again and again");
  await expect(page.getByText("28 characters · 6 tokens")).toBeVisible();
  // The choice is kept.
  await page.reload();
  await expect(
    page.getByText("11 characters · 2 tokens").or(page.getByText("28 characters · 6 tokens")),
  ).toBeVisible();
});

test("tokens are counted for the model of the prompt unless another is chosen", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Tokens",
    content: {
      segments: [{ type: "user", content: "<|endoftext|>" }],
      settings: { model: "gpt-4o-mini" },
    },
  });
  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByText("13 characters · 7 tokens")).toBeVisible();
  const header = page.getByRole("banner").or(page.locator("header")).filter({ hasText: "Standard" });
  await header.getByRole("button", { name: "7 tokens" }).click();
  const menu = page.getByRole("dialog", { name: "Tokens" });
  await menu.getByRole("radio", { name: "Any model" }).check();
  await expect(header.getByRole("button", { name: /^about \d+ tokens$/ })).toBeVisible();
});
