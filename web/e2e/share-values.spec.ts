// Values in the address of a share page whose text only the server can fill in.
import { createPrompt, expect, test } from "./fixtures";

test("a page says when the values of a link are not in its text yet", async ({
  user,
  context,
  browser,
  baseURL,
}) => {
  expect(user.id).toBeTruthy();
  const properties = { topic: { type: "string" }, data: { type: "object" }, count: { type: "number" } };
  const created = await createPrompt(context.request, {
    title: "Values",
    is_public: true,
    content: {
      segments: [{ type: "user", content: "{{count}} of {{topic}}: {{data}}" }],
      variables: { type: "object", properties },
    },
  });
  const { handle, slug } = await (await context.request.get(`/api/prompts/${created.id}`)).json();
  const guest = await browser.newContext({
    ...(baseURL ? { baseURL } : {}),
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await guest.newPage();
  const said = page.getByRole("status");
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  const values = encodeURIComponent(JSON.stringify({ topic: "Rust", data: { a: 1 }, count: 5 }));
  await page.goto(`/p/${handle}/${slug}#values=${values}`);
  await expect(said).toHaveText("The link brought values. Press Fill in to put them into the text.");
  await expect(page.getByLabel("count")).toHaveValue("5");
  await copy.click();
  await expect(said).toHaveText("Your values are not in the text yet. Press Fill in first.");
  const fillIn = page.getByRole("button", { name: "Fill in", exact: true });
  await expect(fillIn).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("pre")).toHaveText('5 of Rust: {"a":1}');
  await copy.click();
  await expect(said).toHaveText("Copied.");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('5 of Rust: {"a":1}');
  await page.getByLabel("topic").fill("Go");
  await page.getByRole("button", { name: "Copy link with values" }).click();
  await expect(said).toHaveText("Link copied. Who opens it presses Fill in.");
  await guest.close();
});
