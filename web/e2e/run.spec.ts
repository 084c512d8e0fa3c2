// Running a prompt: values, two models side by side, their difference, the history, settings, and stopping.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
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

test("an old version is quoted for its own text and values", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const long = `Greet {{name}} ${"slowly and kindly, ".repeat(200)}`;
  const first = await createPrompt(page.request, {
    title: "Greeting",
    content: { segments: [{ type: "user", content: long }] },
  });
  const versions = `/api/prompts/${first.id}/versions`;
  const named = { version_type: "minor", changelog: "Long", base_version: "1.0.0" };
  expect((await page.request.post(versions, { data: named })).status()).toBe(201);
  await page.goto(`/editor?prompt=${first.id}`);
  await page.getByLabel("Text of Segment 1").fill("Greet them.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const panel = page.getByRole("region", { name: "Run", exact: true });
  await expect(panel.getByRole("article").first()).toContainText("1 credit · about 3 tokens to read");
  await panel.getByRole("button", { name: "Compare with another" }).click();
  const second = panel.getByRole("article").nth(1);
  await second.getByLabel("Model 2").selectOption("gpt-4o-mini · OpenAI");
  await second.getByLabel("Version 2").selectOption("1.1.0");
  await expect(panel.getByText("Version 1.1.0: Fill in these variables first: name")).toBeVisible();
  await expect(panel.getByText("Used by an older version.")).toBeVisible();
  await panel.getByLabel("name", { exact: true }).fill("Ada");
  await expect(panel.getByRole("article").first()).toContainText("1 credit · about 3 tokens to read");
  await expect(second).toContainText(/[2-9] credits · about 9\d\d tokens to read/);

  // A budget warns in the editor and beside the column.
  await panel.locator("summary", { hasText: "Settings" }).click();
  await panel.getByLabel("Token budget").fill("2");
  await expect(page.getByRole("button", { name: /tokens\s*, over budget$/ })).toBeVisible();
  await expect(panel.getByText("About 3 tokens, over the budget of 2.")).toBeVisible();
  await expectAccessible(page);
});

/** A connection to a server that can be cut. */
async function tunnelTo(url: string) {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy()).on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    const target = keep(connect(Number(new URL(url).port), "127.0.0.1"));
    keep(client).pipe(target).pipe(client);
    client.on("close", () => target.destroy());
    target.on("close", () => client.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const end = () => {
    cut();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, cut, end };
}

const broken = test.extend<{ tunnel: Awaited<ReturnType<typeof tunnelTo>> }>({
  tunnel: async ({ world }, use) => {
    const tunnel = await tunnelTo(world.url);
    await use(tunnel);
    tunnel.end();
  },
  baseURL: async ({ tunnel }, use) => use(tunnel.url),
});

broken.describe("with a connection that breaks", () => {
  // A run that has not ended yet is a conflict.
  broken.use({ alsoExpected: ["net::ERR", "Failed to load resource", "/api/runs/"] });

  broken("the run is read until it has ended", async ({ page, user, tunnel }) => {
    expect(user.id).toBeTruthy();
    await open(page, "Greet Ada slowly.");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const panel = page.getByRole("region", { name: "Run", exact: true });
    await panel.getByLabel("role", { exact: true }).fill("a host");
    await page.keyboard.press("Control+Enter");
    const answer = panel.getByRole("article");
    await expect(answer).toContainText("Hello, Ada.");
    tunnel.cut();
    await expect(answer).toContainText(/Stopped · First word after/);
    await expect(answer).toContainText("Hello, Ada.");
    await expect(panel.getByRole("region", { name: "Earlier runs" }).getByRole("listitem")).toHaveCount(1);
  });
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
  await panel.getByLabel("Tools", { exact: true }).fill('[{"name": "get_weather"}]');
  await panel.getByLabel("Most tokens").fill("50");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(panel.getByLabel("Most tokens")).not.toHaveValue("50");
  await panel.getByRole("button", { name: "Edit as JSON" }).click();
  await expect(panel.getByLabel("Settings as JSON", { exact: true })).toHaveValue(/"temperature": 0.2/);
  await expectAccessible(page);

  await panel.getByLabel("role", { exact: true }).fill("a host");
  await page.keyboard.press("Control+Enter");
  await expect(panel.getByRole("region", { name: "Tool calls" })).toContainText("get_weather");
  const stored = await (await page.request.get(`/api/prompts/${id}`)).json();
  expect(stored.content.settings).toEqual({ temperature: 0.2, tools: [{ name: "get_weather" }] });
  expect((await world.asked()).length).toBe(1);
});

test("a schema is completed by keyboard, and what is wrong is marked at its place", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const id = await open(page, "Hello");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const panel = page.getByRole("region", { name: "Run", exact: true });
  await panel.locator("summary", { hasText: "Settings" }).click();
  await panel.getByRole("button", { name: "Open Response schema in the large editor" }).press("Enter");
  const editor = panel.locator(".monaco-editor").first();
  await expect(editor).toBeVisible();
  await page.keyboard.type('{"type": 5}');
  await expect(editor.locator(".squiggly-warning, .squiggly-error").first()).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type('{"typ');
  // What completes loads with the first schema; until then it is asked for again.
  const completion = page.getByRole("option", { name: /^type/ });
  await expect(async () => {
    if (!(await completion.isVisible())) await page.keyboard.press("Control+Space");
    await expect(completion).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.keyboard.press("Enter");
  await expect(editor).toContainText('{"type"');
  await page.keyboard.press("Control+a");
  // At once: a completion that comes late would take the keys of a program that types faster than people.
  await page.keyboard.insertText('{"type": "object"}');
  await expect(panel.locator("summary", { hasText: "schema" })).toBeVisible();
  await expectAccessible(page);
  await expect(editor).toContainText('"type": "object"');
  await page.getByRole("button", { name: "Save", exact: true }).click();
  // "Saved" may still be said of a text before.
  const stored = async () => (await (await page.request.get(`/api/prompts/${id}`)).json()).content.settings;
  await expect.poll(stored).toEqual({ response_schema: { type: "object" } });
});

test.describe("without a provider", () => {
  test.use({ settings: "bare" });

  test("fields and copy work, and running says how to get one", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, "Greet {{name}}.");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    const panel = page.getByRole("region", { name: "Run", exact: true });
    await panel.getByLabel("role", { exact: true }).fill("a host");
    await panel.getByLabel("name", { exact: true }).fill("Ada");
    await panel.getByRole("button", { name: "Copy", exact: true }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe("You are a host.\n\nGreet Ada.");
    await expect(page.getByText("No AI provider is set up yet")).toBeHidden();
    await panel.getByRole("button", { name: "Run", exact: true }).click();
    await expect(panel.getByText("No AI provider is set up yet")).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("link", { name: "Add your own key" }).click();
    await expect(page.getByLabel("Key", { exact: true })).toBeFocused();

    // Copying with an empty variable leads to its field.
    await page.goBack();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await panel.getByLabel("name", { exact: true }).fill("");
    await page.keyboard.press("Control+Shift+Y");
    await page.getByRole("button", { name: "Fill in" }).click();
    const rendered = page.getByRole("region", { name: "Rendered", exact: true });
    await expect(rendered.getByLabel("name", { exact: true })).toBeFocused();

    // A test of the rendered prompt needs no model and stands under none.
    await page.getByRole("button", { name: "Tests", exact: true }).click();
    const tests = page.getByRole("region", { name: "Tests", exact: true });
    await tests.getByRole("button", { name: "Add a test" }).click();
    await tests.getByRole("button", { name: "Add a check" }).click();
    await expect(tests.getByLabel("Text of check 1")).toHaveValue("prompt");
    await tests.getByLabel("Value of check 1").fill("host");
    await expect(tests.getByRole("columnheader")).toHaveText(["Test", "Without a model"]);
  });
});
