// Running a prompt: values, two models side by side, their difference, the history, settings, and stopping.
import type { Page } from "@playwright/test";
import { createPrompt, expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

async function open(page: Page, text: string) {
  const segments = [
    { id: "a", order: 0, type: "system", content: "You are {{role}}." },
    { id: "b", order: 1, type: "user", content: text },
  ];
  const { id } = await createPrompt(page.request, { title: "Greeting", content: { segments } });
  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("You are {{role}}.");
  return id;
}

test.use({ settings: "pro" });

test("a prompt runs on two models by keyboard, and its runs come back", async ({ page, user }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const id = await open(page, "Greet {{name}} in {{language}}.");
  // Unsaved text is saved by running it.
  await page.getByLabel("Text of Segment 2").press("End");
  await page.keyboard.type(" Please.");
  await page.keyboard.press("Control+Enter");
  const panel = page.getByRole("region", { name: "Run", exact: true });
  await expect(panel.getByText("Fill in these variables first: role, name, language")).toBeVisible();

  await panel.getByLabel("role", { exact: true }).fill("a host");
  await page.keyboard.press("Tab");
  await panel.getByLabel("name", { exact: true }).fill("Ada");
  await panel.getByLabel("language", { exact: true }).fill("French");
  await panel.getByRole("button", { name: "Compare with another" }).press("Enter");
  await panel.getByLabel("Model 2").selectOption("gpt-4.1 · OpenAI");
  await expect(panel.getByText("11 credits")).toBeVisible();
  await expectAccessible(page);

  await panel.getByLabel("language", { exact: true }).press("Control+Enter");
  const [first, second] = [panel.getByRole("article").first(), panel.getByRole("article").nth(1)];
  await expect(first).toContainText("Hello, Ada. How are you?");
  await expect(second).toContainText("Good day, Ada. How do you do?");
  await expect(first).toContainText(
    /First word after [\d.]+ s · [\d.]+ s in all · 120 \+ 80 tokens · 1 credit/,
  );
  await expect(page.getByTitle("AI credits")).toHaveText("1,089");

  await panel.getByRole("button", { name: "Show the difference" }).press("Enter");
  const difference = panel.getByRole("region", { name: "Difference of 1: gpt-4o-mini and 2: gpt-4.1" });
  await expect(difference.locator("ins").first()).toHaveText("Good day");
  await expectAccessible(page);

  await second.getByRole("button", { name: "Save answer 2 as an example" }).click();
  await expect(page.getByText("Saved as an example")).toBeVisible();
  const examples = await (await page.request.get("/api/prompts?kind=asset&prompt_type=examples")).json();
  const example = await (await page.request.get(`/api/prompts/${examples.items[0].id}`)).json();
  expect(example.title).toBe("Example of Greeting");
  expect(example.content.segments[0].content).toBe(
    "Input:\n\nYou are a host.\n\nGreet Ada in French. Please.\n\nOutput:\n\nGood day, Ada. How do you do?",
  );

  // What ran is a version, and the history has both.
  const stored = await (await page.request.get(`/api/prompts/${id}`)).json();
  expect(stored.content.segments[1].content).toBe("Greet {{name}} in {{language}}. Please.");
  await page.reload();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const history = panel.getByRole("region", { name: "Earlier runs" });
  await expect(history.getByRole("listitem")).toHaveCount(2);
  await expect(panel.getByRole("article")).toHaveCount(2);

  await panel.getByLabel("language", { exact: true }).fill("Dutch");
  await history.getByRole("button", { name: /^Show the run again: gpt-4.1,/ }).click();
  await expect(panel.getByLabel("language", { exact: true })).toHaveValue("French");
  await expect(first).toContainText("Good day, Ada. How do you do?");
  await history.getByRole("button", { name: /^Pin: gpt-4.1,/ }).click();
  await expect(history.getByText("Pinned")).toBeVisible();
  await history.getByRole("button", { name: /^Delete the run: gpt-4o-mini,/ }).click();
  await expect(history.getByRole("listitem")).toHaveCount(1);
});

test("a run is stopped at once, keeps what was written, and goes on in a closed panel", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await open(page, "Greet Ada slowly.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const panel = page.getByRole("region", { name: "Run", exact: true });
  await panel.getByLabel("role", { exact: true }).fill("a host");
  await page.keyboard.press("Control+Enter");
  const answer = panel.getByRole("article");
  await expect(answer).toContainText("Hello, Ada.");
  // The panel may be laid out anew meanwhile.
  await page.setViewportSize({ width: 900, height: 800 });
  await expect(answer).toContainText("I am glad");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(answer).toContainText("Hello, Ada.");
  // From the key to the screen.
  const took = await page.evaluate(async () => {
    const isRunning = () =>
      [...document.querySelectorAll("button")].some((one) => one.textContent === "Stop");
    const begun = performance.now();
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", cancelable: true }));
    while (isRunning()) await new Promise(requestAnimationFrame);
    return performance.now() - begun;
  });
  expect(took).toBeLessThan(100);
  await expect(panel.getByRole("button", { name: "Run", exact: true })).toBeVisible();
  await expect(answer).toContainText(/Stopped · First word after/);
  const text = await answer.getByRole("region").textContent();
  expect(text?.length).toBeLessThan(540);
  await expect(panel.getByRole("region", { name: "Earlier runs" }).getByRole("listitem")).toHaveCount(1);
});

test("settings are saved with the prompt and undone, and what is not valid is told", async ({
  page,
  user,
  world,
}) => {
  expect(user.id).toBeTruthy();
  const id = await open(page, "Look up the weather, {{role}}.");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const panel = page.getByRole("region", { name: "Run", exact: true });
  await panel.locator("summary", { hasText: "Settings" }).click();
  await panel.getByLabel("Temperature").fill("3");
  await expect(panel.getByText(/The temperature is not valid: write a number from 0 to 2/)).toBeVisible();
  await panel.getByLabel("Temperature").fill("0.2");
  await expect(panel.getByText(/is not valid/)).toBeHidden();
  await panel.getByLabel("Tools").fill('[{"name": "get_weather"}]');
  await panel.getByLabel("Most tokens").fill("50");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(panel.getByLabel("Most tokens")).not.toHaveValue("50");
  await panel.getByRole("button", { name: "Edit as JSON" }).click();
  await expect(panel.getByLabel("Settings as JSON")).toHaveValue(/"temperature": 0.2/);
  await expectAccessible(page);

  await panel.getByLabel("role", { exact: true }).fill("a host");
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByRole("region", { name: "Tool calls" })).toContainText("get_weather");
  const stored = await (await page.request.get(`/api/prompts/${id}`)).json();
  expect(stored.content.settings).toEqual({ temperature: 0.2, tools: [{ name: "get_weather" }] });
  expect((await world.asked()).length).toBe(1);
});

test.describe("without a provider", () => {
  test.use({ settings: "bare" });

  test("the panel says how to get one", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    await open(page, "Hello");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await expect(page.getByText("No AI provider is set up yet")).toBeVisible();
  });
});
