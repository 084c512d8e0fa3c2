// Measures a keystroke's total cost on the page's main thread: the event, the core, React, style, layout and
// paint of the visible page, including the live preview. It prints figures; it is not a test.
//
//   node bench/keystroke.mjs [URL of a running server]      default http://127.0.0.1:8080
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const keys = 120;

const sentence = "You read a change and say what could go wrong, the riskiest line first, with the reason. ";
const cut = (piece, between, bytes) =>
  Array.from({ length: Math.ceil(bytes / piece.length) }, () => piece)
    .join(between)
    .slice(0, bytes);
const paragraphs = (bytes) => cut(sentence.repeat(4), "\n\n", bytes);
const shortLines = (bytes) => cut("- a short line, as of a list, of code or of data", "\n", bytes);
const oneLine = (bytes) => cut(sentence, "", bytes);
const scripts = (bytes) =>
  cut(
    "Prüfe die Änderung. これは日本語の文章です。 Это русский текст. 中文也要能写。 😀 Words. ".repeat(4),
    "\n\n",
    bytes,
  );
const variables = (bytes) =>
  cut(
    `${sentence}{{name_1}} and {{ another.name }}, {{> tone}}, \\{{no variable}}. `.repeat(4),
    "\n\n",
    bytes,
  );
const segments = (count, bytes, text = paragraphs) => ({
  segments: Array.from({ length: count }, (_, order) => ({
    id: `s${order}`,
    order,
    type: "user",
    content: text(bytes / count),
  })),
});

// `large` is whether the text is typed into the large editor (Monaco), however it was opened.
const cases = [
  { name: "50 KB in 20 segments", content: segments(20, 50_000), large: false },
  { name: "50 KB in one segment", content: segments(1, 50_000), large: false },
  { name: "50 KB in one segment, coloured variables", content: segments(1, 50_000, variables), large: false },
  { name: "50 KB in one segment, a field alone", content: segments(1, 50_000), large: false, isBare: true },
  { name: "50 KB in one segment, at its end", content: segments(1, 50_000), large: false, atEnd: true },
  { name: "50 KB in one segment, short lines", content: segments(1, 50_000, shortLines), large: false },
  { name: "50 KB in one segment, many scripts", content: segments(1, 50_000, scripts), large: false },
  { name: "50 KB in one segment of one line", content: segments(1, 50_000, oneLine), large: false },
  { name: "50 KB in one segment of one line", content: segments(1, 50_000, oneLine), large: true },
  { name: "50 KB in one segment", content: segments(1, 50_000), large: true },
  { name: "100 KB in one segment", content: segments(1, 100_000), large: false },
  { name: "100 KB in one segment", content: segments(1, 100_000), large: true },
  { name: "200 KB in one segment", content: segments(1, 200_000), large: false },
  { name: "200 KB in one segment", content: segments(1, 200_000), large: true },
  { name: "1 MB in 400 segments", content: segments(400, 1_000_000), large: false },
].filter(({ name }) => name.includes(process.env.ONLY ?? ""));

// The browser's own cost of a key: a field of the same text and size with nothing around it.
const bare = (text) =>
  `<!doctype html><article aria-label="Preview"></article><textarea aria-label="Text of Segment 1" style="width:600px;height:800px">${text}</textarea>`;

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = { full_name: "Bench", email: `bench-${Date.now()}@example.org`, password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
// The onboarding would cover the page.
await context.request.post("/api/onboarding/complete");

for (const { name, content, large, atEnd, isBare } of cases) {
  const page = await context.newPage();
  if (isBare) {
    await page.setContent(bare(content.segments[0].content));
  } else {
    const created = await context.request.post("/api/prompts", { data: { title: name, content } });
    const { id } = await created.json();
    await page.goto(`/editor?prompt=${id}`);
  }
  const field = page.getByLabel("Text of Segment 1", { exact: true });
  await field.click({ timeout: 120_000 });
  // The large editor opens by itself for long texts, a moment after the click.
  const close = page.getByRole("button", { name: "Close the large editor" }).first();
  await page.waitForTimeout(500);
  if (large !== (await close.isVisible())) {
    await (large ? page.getByRole("button", { name: "Open in the large editor" }).first() : close).click();
    if (!large) await field.evaluate((node) => node.focus());
  }
  if (large) await page.locator(".monaco-editor .view-line").first().waitFor();
  await page.keyboard.press(atEnd ? "Control+End" : "Control+Home");
  const session = await context.newCDPSession(page);
  // Thread ticks count only the work of the page's main thread, so the figure holds on a busy machine too.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (wanted) => (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
    return {
      all: of("TaskDuration"),
      script: of("ScriptDuration"),
      layout: of("LayoutDuration") + of("RecalcStyleDuration"),
    };
  };
  const type = async (count, text = (key) => (key % 6 === 5 ? " " : "x")) => {
    for (let key = 0; key < count; key += 1) {
      await session.send("Input.insertText", { text: text(key) });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    }
  };
  await type(30);
  // An empty text changes nothing: the cost of the measurement itself.
  const start = await work();
  await type(keys, () => "");
  const before = await work();
  await type(keys);
  const after = await work();
  const typed = isBare
    ? await field.inputValue()
    : await page.getByRole("article", { name: "Preview" }).textContent();
  if (!typed?.includes("xxxxx xxxxx")) throw new Error("the keys did not reach the preview");
  const per = (part) =>
    ((after[part] - before[part] - (before[part] - start[part])) / keys).toFixed(2).padStart(6);
  console.log(
    `${`${name}, ${large ? "large editor" : "plain field"}`.padEnd(52)} ${per("all")} ms a key: script ${per("script")}, style and layout ${per("layout")}, the rest is paint`,
  );
  await page.close({ runBeforeUnload: false });
}
await browser.close();
