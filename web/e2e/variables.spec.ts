import { createPrompt, expect, expectAccessible, test } from "./fixtures";

const content = {
  segments: [
    { type: "system", content: "You review {{language}} code.\n\nBe {{tone}}." },
    { type: "user", content: "Find what is wrong in Berlin. Berlin!" },
  ],
};

test("variables are coloured while typing and completed after their braces", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Review", content });
  await page.goto(`/editor?prompt=${id}`);
  const field = page.getByLabel("Text of Segment 2", { exact: true });
  const marks = field.locator("xpath=preceding-sibling::div").locator("mark");
  await field.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Use {{la");
  const list = page.getByRole("listbox", { name: "Variables" });
  await expect(list.getByRole("option")).toHaveText(["language"]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Find what is wrong in Berlin. Berlin! Use {{language}}");
  await expect(marks).toHaveText(["{{language}}"]);
  // Typing goes on after the braces, and Escape closes the list without leaving the field.
  await page.keyboard.type(" and {{");
  await expect(list.getByRole("option")).toHaveText(["language", "tone"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type(" {{t");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("Find what is wrong in Berlin. Berlin! Use {{language}} and {{tone}} {{t");
  // A completed name is an undo step of its own.
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(field).toHaveValue("Find what is wrong in Berlin. Berlin! Use {{language}} and {{");
});

test("a mark stands exactly behind its letters, also in a long text that scrolls", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const line =
    "Some words that are long enough to be broken at the end of the line, with {{name}} among them. ";
  const text = Array.from({ length: 100 }, (_, at) => line.repeat((at % 4) + 1)).join("\n\n");
  const { id } = await createPrompt(context.request, {
    title: "Long",
    content: { segments: [{ type: "user", content: text }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  const field = page.getByLabel("Text of Segment 1", { exact: true });
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" {{last}}");
  const [area, behind] = await field.evaluate((node) => {
    const size = (one: Element) => [one.scrollTop, one.scrollHeight, one.clientWidth];
    const before = node.previousElementSibling;
    return [size(node), before ? size(before) : []];
  });
  expect(behind).toEqual(area);
});

test("a selection becomes a variable whose default is the text", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Review", content });
  await page.goto(`/editor?prompt=${id}`);
  const field = page.getByLabel("Text of Segment 2", { exact: true });
  await field.evaluate((node: HTMLTextAreaElement) => {
    node.focus();
    node.setSelectionRange(22, 28);
  });
  await page.keyboard.press("Control+Shift+L");
  const dialog = page.getByRole("dialog", { name: "Make a variable" });
  await expect(dialog.getByLabel("Name")).toHaveValue("berlin");
  await page.keyboard.type("my city");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Use letters, digits")).toBeVisible();
  await dialog.getByLabel("Name").fill("city");
  await dialog.getByLabel("Replace it in all 2 places").check();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue("Find what is wrong in {{city}}. {{city}}!");
  await expect(field).toBeFocused();
  await page.getByRole("radio", { name: "Rendered" }).check();
  await expect(page.getByRole("region", { name: "Rendered" }).getByRole("listitem").last()).toContainText(
    "Find what is wrong in Berlin. Berlin!",
  );
  // One undo takes back the texts and the declaration.
  await field.focus();
  await page.keyboard.press("Control+z");
  await expect(field).toHaveValue("Find what is wrong in Berlin. Berlin!");
});

test("the large editor colours and completes variables, too", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Review", content });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Open in the large editor" }).first().click();
  const editor = page.locator(".monaco-editor").first();
  await expect(editor.locator(".template-variable")).toHaveText(["{{language}}", "{{tone}}"]);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" {{");
  await expect(page.locator(".suggest-widget")).toContainText("language");
  await page.keyboard.press("Enter");
  // The braces that the editor closed by itself are marks of their own until the line is left.
  await expect
    .poll(async () => (await editor.locator(".template-variable").allTextContents()).join(""))
    .toBe("{{language}}{{tone}}{{language}}");
});
