// A prompt of 2,000 items: only those near the screen are in the document.
import { createPrompt, expect, test } from "./fixtures";

test("a prompt of 2,000 items opens, is written at either end, and is saved", async ({
  page,
  user,
  context,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const segments = Array.from({ length: 2000 }, (_, order) => ({
    id: `s${order}`,
    order,
    type: "user",
    content: `Say ${order} in a sentence. `.repeat(30),
  }));
  const { id } = await createPrompt(context.request, { title: "Long", content: { segments } });
  await page.goto("/explorer");
  await page.evaluate(() => performance.clearMarks());
  await page.goto(`/editor?prompt=${id}`);
  const first = page.getByLabel("Text of Segment 1", { exact: true });
  await expect(first).toHaveValue(/^Say 0 /);
  const opened = await page.evaluate(() => performance.now());
  const cards = page.getByRole("list", { name: "Segments" }).getByRole("listitem");
  expect(await cards.count()).toBeLessThan(40);

  await first.focus();
  const thread = await page.context().newCDPSession(page);
  await thread.send("Performance.enable");
  const busy = async () => {
    const { metrics } = await thread.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0;
  };
  const before = await busy();
  await page.keyboard.type("x".repeat(50));
  const key = ((await busy()) - before) / 50;
  console.log(
    `opened after ${opened.toFixed(0)} ms, a key takes ${(key * 1000).toFixed(1)} ms of the thread`,
  );

  // The last segment is reached, edited, moved and duplicated.
  await page.keyboard.press("Tab");
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const last = page.getByLabel("Text of Segment 2000", { exact: true });
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect(last).toBeInViewport({ timeout: 500 });
  }).toPass();
  await last.fill("The end");
  await page.keyboard.press("Alt+ArrowUp");
  await expect(page.getByLabel("Text of Segment 1999", { exact: true })).toBeFocused();
  await page.getByRole("button", { name: "Duplicate Segment 1999" }).click();
  await expect(page.getByLabel("Text of Segment 2000", { exact: true })).toBeFocused();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  const stored = await (await context.request.get(`/api/prompts/${id}`)).json();
  expect(stored.content.segments[1998].content).toBe("The end");
  expect(stored.content.segments[0].content).toContain("xxxxx");
});
