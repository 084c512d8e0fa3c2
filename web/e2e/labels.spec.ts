// Labels and the use of a prompt in an application: move, compare, undo, and copy a call that works.
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("a label is made, moved, compared and undone, and an application gets what it points to", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Code review",
    is_public: true,
    content: { segments: [{ id: "a", order: 0, type: "system", content: "Review {{language}} kindly." }] },
  });
  const created = await (await context.request.get(`/api/prompts/${id}`)).json();
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Versions" });
  const labels = panel.getByRole("region", { name: "Labels" });
  await expect(labels).toContainText("applications fetch that one");

  await labels.getByRole("button", { name: "New label" }).click();
  const dialog = page.getByRole("dialog", { name: "New label" });
  await expect(dialog.getByLabel("Label", { exact: true })).toHaveValue("production");
  await dialog.getByLabel("Reason").fill("The first that works");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Create label" }).click();
  await expect(dialog).toBeHidden();
  await expect(labels.getByRole("listitem")).toContainText("v1.0.0");
  const rows = panel.locator("ol[aria-label=Versions] > li");
  await expect(rows.first()).toContainText("production");

  // A newer text does not reach the application until the label moves.
  await page.getByLabel("Text of Segment 1").fill("Review {{language}} strictly.");
  await panel.getByRole("button", { name: "New version" }).click();
  await page.getByRole("button", { name: "Create version" }).click();
  await expect(rows.first()).toContainText("v1.0.2");
  const address = `/api/fetch/${created.handle}/code-review?label=production&format=text`;
  const fetched = async () => (await context.request.get(address)).text();
  expect(await fetched()).toBe("Review {{language}} kindly.");
  await rows.first().getByRole("button").first().click();
  await page.getByRole("button", { name: "Move label here…" }).click();
  const here = page.getByRole("dialog", { name: "Move a label here" });
  await here.getByRole("button", { name: "Move label" }).click();
  await expect(here).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(labels.getByRole("listitem")).toContainText("v1.0.2");
  expect(await fetched()).toBe("Review {{language}} strictly.");

  // The history says who moved it and why; one click compares, one undoes.
  await labels.getByRole("button", { name: "More for production" }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History of production" });
  await expect(history.getByRole("listitem").first()).toContainText("1.0.2");
  await expect(history.getByRole("listitem").last()).toContainText("The first that works");
  await expectAccessible(page);
  await history.getByRole("button", { name: "Compare" }).click();
  await expect(page.locator("ins").filter({ hasText: "strictly" }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await labels.getByRole("button", { name: "More for production" }).click();
  await page.getByRole("menuitem", { name: "Undo last move" }).click();
  await expect(labels.getByRole("listitem")).toContainText("v1.0.0");
  expect(await fetched()).toBe("Review {{language}} kindly.");

  // A protected label asks first.
  const moved = { data: { version: "1.0.2" } };
  expect((await context.request.put(`/api/prompts/${id}/labels/production`, moved)).status()).toBe(200);
  await page.reload();
  await page.getByRole("button", { name: "Versions", exact: true }).click();
  await expect(labels.getByRole("listitem")).toContainText("v1.0.2");
  await labels.getByRole("button", { name: "More for production" }).click();
  await page.getByRole("menuitem", { name: "Protect" }).click();
  await expect(labels.getByRole("img", { name: "Protected" })).toBeVisible();
  await labels.getByRole("button", { name: "More for production" }).click();
  await page.getByRole("menuitem", { name: "Undo last move" }).click();
  await page
    .getByRole("alertdialog")
    .or(page.getByRole("dialog"))
    .getByRole("button", { name: "Undo move" })
    .click();
  await expect(labels.getByRole("listitem")).toContainText("v1.0.0");
});

test("the calls of a prompt are copied as they work, and its name is changed", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Greeting",
    is_public: true,
    content: { segments: [{ id: "a", order: 0, type: "user", content: "Hello {{name}}." }] },
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Use it", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Use it in an application" });
  await expect(dialog).toContainText("/greeting");
  await dialog.getByRole("button", { name: "Change name" }).click();
  await dialog.getByLabel("Name").fill("hello");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save name" }).click();
  await expect(dialog).toContainText("/hello");
  await dialog.getByRole("tab", { name: "TypeScript" }).click();
  await expectAccessible(page);
  await dialog.getByRole("tab", { name: "curl" }).click();
  await dialog.getByRole("button", { name: "Copy curl" }).click();
  // The copied command works.
  const messages = await page.evaluate(async () => {
    const command = (await navigator.clipboard.readText()).replace("your name", "Ada");
    const [, address = "", body = "{}"] = command.match(/^curl (\S+)[\s\S]* -d '([\s\S]*)'/) ?? [];
    const response = await fetch(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
    });
    return (await response.json()).messages;
  });
  expect(messages).toEqual([{ role: "user", content: "Hello Ada." }]);
  // It is counted, and shown the next time.
  await page.keyboard.press("Escape");
  const counted = async () => (await (await context.request.get(`/api/prompts/${id}/usage`)).json()).requests;
  await expect.poll(counted).toBe(1);
  await page.getByRole("button", { name: "Use it", exact: true }).click();
  const row = dialog.getByRole("region", { name: "Requests" }).getByRole("row").nth(1);
  await expect(row).toContainText("browser");
  await expectAccessible(page);
});
