// Tests of a prompt: a newcomer writes, runs, tests, improves and copies a prompt by keyboard alone, and the same on a
// phone.
import type { Locator, Page } from "@playwright/test";
import { createPrompt, expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

test.use({ settings: "pro" });

const values = { name: "Ada", language: "French", place: "a hotel" };

/** Adds a test of the values that are filled in, with one check. */
async function addTest(panel: Locator, title: string, check: { on?: string; kind: string; value: string }) {
  await panel.getByRole("button", { name: "Add a test" }).press("Enter");
  await expect(panel.getByLabel("Title", { exact: true })).toBeFocused();
  await panel.page().keyboard.type(title);
  await panel.getByRole("button", { name: "Add a check" }).press("Enter");
  await expect(panel.getByLabel("Kind of check 1")).toBeFocused();
  await panel.getByLabel("Kind of check 1").selectOption(check.kind);
  if (check.on) await panel.getByLabel("Text of check 1").selectOption(check.on);
  await panel.getByLabel("Value of check 1").focus();
  await panel.page().keyboard.type(check.value);
  await panel.getByRole("button", { name: `Edit ${title}` }).press("Enter");
}

async function openTests(page: Page): Promise<Locator> {
  const panel = page.getByRole("region", { name: "Tests", exact: true });
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) {
    await page.getByRole("button", { name: "More", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Tests" }).press("Enter");
  } else {
    await page.getByRole("button", { name: "Tests", exact: true }).press("Enter");
  }
  await expect(panel).toBeVisible();
  return panel;
}

test("a newcomer tests and improves a prompt by keyboard until it is green", async ({
  page,
  user,
  context,
}) => {
  test.setTimeout(180_000);
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/editor");
  await page.getByRole("button", { name: "New", exact: true }).press("Enter");
  await page.getByLabel("Title").focus();
  await page.keyboard.type("Greeting");
  await page.getByRole("button", { name: "Add Segment" }).press("Enter");
  await page.keyboard.insertText("Greet {{name}} in {{language}} at {{place}}.");

  // Two models.
  await page.keyboard.press("Control+Enter");
  const run = page.getByRole("region", { name: "Run", exact: true });
  for (const [name, value] of Object.entries(values)) {
    await run.getByLabel(name, { exact: true }).focus();
    await page.keyboard.insertText(value);
  }
  await run.getByRole("button", { name: "Compare with another" }).press("Enter");
  await run.getByLabel("Model 2").selectOption("gpt-4.1 · OpenAI");
  await page.keyboard.press("Control+Enter");
  await expect(run.getByRole("article").first()).toContainText("Hello, Ada.");
  await expect(run.getByRole("article").nth(1)).toContainText("Good day, Ada.");

  // Four tests, the first from the run panel.
  const panel = await openTests(page);
  await expect(panel.getByText("No tests yet")).toBeVisible();
  await expectAccessible(page);
  await addTest(panel, "Names her", { kind: "contains", value: "Ada" });
  await addTest(panel, "Is short", { kind: "max_characters", value: "60" });
  await addTest(panel, "Is not sorry", { kind: "forbidden_words", value: "sorry, unfortunately" });
  await addTest(panel, "Asks for a kind tone", { on: "prompt", kind: "contains", value: "kindly" });
  await panel.getByRole("button", { name: "Save and check" }).press("Enter");
  const open = (name: string) => panel.getByRole("button", { name });
  await expect(open("Asks for a kind tone, without a model: failed")).toBeVisible();
  await expect(panel.getByText("6 runs · 33 credits")).toBeVisible();

  await panel.getByRole("button", { name: "Run all tests" }).press("Enter");
  await expect(open("Names her, gpt-4o-mini: passed")).toBeVisible();
  await expect(open("Is not sorry, gpt-4.1: passed")).toBeVisible();
  await expect(panel.getByText("3 of 4 passed")).toBeVisible();
  await open("Asks for a kind tone, without a model: failed").press("Enter");
  await expect(panel.getByText("The prompt does not contain “kindly”")).toBeVisible();
  await expectAccessible(page);

  // Until it is green.
  await page.getByLabel("Text of Segment 1").press("Control+End");
  await page.keyboard.type(" Answer kindly.");
  await panel.getByRole("button", { name: "Save and check" }).press("Enter");
  await expect(open("Asks for a kind tone, without a model: passed")).toBeVisible();
  await expect(panel.getByText("1 of 4 passed")).toBeVisible();
  await panel.getByRole("button", { name: "Run all tests" }).press("Enter");
  await expect(panel.getByText("4 of 4 passed")).toBeVisible();

  await page.getByRole("button", { name: /^Copy/ }).first().press("Enter");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toBe("Greet Ada in French at a hotel. Answer kindly.");
});

test("a red test says why and proposes an improvement, and an undo takes a change back", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const tests = [
    { id: "a", title: "Says bye", values: { name: "Ada" }, checks: [{ kind: "contains", value: "Bye" }] },
  ];
  const segments = [{ id: "s", order: 0, type: "user", content: "Greet {{name}}." }];
  const { id } = await createPrompt(page.request, { title: "Greeting", content: { segments, tests } });
  await page.goto(`/editor?prompt=${id}`);
  const panel = await openTests(page);
  await panel.getByRole("button", { name: "Run Says bye" }).press("Enter");
  const cell = panel.getByRole("button", { name: "Says bye, gpt-4o-mini: failed" });
  await cell.press("Enter");
  await expect(panel.getByText("The answer does not contain “Bye”")).toBeVisible();
  await panel.getByRole("button", { name: "Show the answer" }).press("Enter");
  await expect(panel.getByRole("region", { name: "Answer" })).toHaveText("Hello, Ada. How are you?");

  await panel.getByRole("button", { name: "Improve from failed tests" }).press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox").first()).toHaveValue(
    /Says bye \(\{"name":"Ada"\}\): The answer does not contain “Bye”/,
  );
  await page.keyboard.press("Escape");

  // What is not valid stays in the form and is told.
  await panel.getByRole("button", { name: "Edit Says bye" }).press("Enter");
  await panel.getByLabel("Kind of check 1").selectOption("max_tokens");
  await expect(panel.getByText(/write a whole number, as 500/).first()).toBeVisible();
  await panel.getByLabel("Value of check 1").fill("500");
  await expect(panel.getByText(/write a whole number/)).toBeHidden();
  await panel.getByRole("button", { name: "Delete the test" }).press("Enter");
  await expect(panel.getByText("No tests yet")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).press("Enter");
  await expect(panel.getByRole("button", { name: "Edit Says bye" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("tests are added, run and read", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    const segments = [{ id: "s", order: 0, type: "user", content: "Greet {{name}}." }];
    const { id } = await createPrompt(page.request, { title: "Greeting", content: { segments } });
    await page.goto(`/editor?prompt=${id}`);
    const panel = await openTests(page);
    await addTest(panel, "Names her", { kind: "contains", value: "Ada" });
    await panel.getByRole("button", { name: "Edit Names her" }).press("Enter");
    await panel.getByLabel("name", { exact: true }).fill("Ada");
    await panel.getByRole("button", { name: "Another model or version" }).press("Enter");
    await expect(panel.getByRole("button", { name: "Run all tests" })).toBeEnabled();
    await panel.getByRole("button", { name: "Run all tests" }).press("Enter");
    await expect(panel.getByRole("button", { name: "Names her, gpt-4o-mini: passed" })).toBeVisible();
    await expect(panel.getByText("1 of 1 passed")).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
});

test("a check that is not finished holds back nothing else, and is there after a reload", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const segments = [{ id: "a", order: 0, type: "user", content: "Greet {{name}}." }];
  const { id } = await createPrompt(page.request, { title: "Greeting", content: { segments } });
  await page.goto(`/editor?prompt=${id}`);
  const panel = await openTests(page);
  await addTest(panel, "Names her", { kind: "contains", value: "Ada" });
  await panel.getByRole("button", { name: "Edit Names her" }).press("Enter");
  await panel.getByRole("button", { name: "Add a check" }).press("Enter");
  await panel.getByLabel("Kind of check 2").selectOption("json_schema");
  await panel.getByLabel("Value of check 2").fill('{"type": ');
  await panel.getByLabel("Title", { exact: true }).fill("Names her kindly");
  await panel.getByLabel("Value of check 1").fill("");
  await expect(panel.getByText("Fill in check 1. Until then this check is not saved.")).toBeVisible();

  // The rest is stored, with the last valid form of the first check.
  const stored = async () => {
    const prompt = await (await page.request.get(`/api/prompts/${id}`)).json();
    return prompt.content.tests?.map(({ title, checks }: { title: string; checks: { value: unknown }[] }) => [
      title,
      ...checks.map(({ value }) => value),
    ]);
  };
  await page.keyboard.press("Control+s");
  await expect.poll(stored).toEqual([["Names her kindly", "Ada"]]);

  await page.reload();
  await openTests(page);
  await panel.getByRole("button", { name: "Edit Names her kindly" }).press("Enter");
  await expect(panel.getByLabel("Value of check 1")).toHaveValue("");
  await expect(panel.getByLabel("Value of check 2")).toHaveValue('{"type": ');
  await panel.getByLabel("Value of check 1").fill("Ada L.");
  await panel.getByRole("button", { name: "Remove check 2" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(stored).toEqual([["Names her kindly", "Ada L."]]);
});
