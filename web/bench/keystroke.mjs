// What a keystroke costs the page's main thread, all included: the event, the core, React, styles, layout and painting of what
// is on screen, the live preview too. A figure to look at, not a test.
//
//   node bench/keystroke.mjs [URL of a running server]      default http://127.0.0.1:8080
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const keys = 120;

const paragraph =
  "You read a change and say what could go wrong, the riskiest line first, with the reason. ".repeat(4);
const text = (bytes) =>
  Array.from({ length: Math.ceil(bytes / 360) }, () => paragraph)
    .join("\n\n")
    .slice(0, bytes);
const segments = (count, bytes) =>
  Array.from({ length: count }, (_, order) => ({
    id: `s${order}`,
    order,
    type: "user",
    content: text(bytes / count),
  }));

const cases = [
  { name: "50 KB in 20 segments, plain field", content: { segments: segments(20, 50_000) }, large: false },
  { name: "50 KB in one segment, large editor", content: { segments: segments(1, 50_000) }, large: true },
  {
    name: "1 MB in 400 segments, plain field",
    content: { segments: segments(400, 1_000_000) },
    large: false,
  },
];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = { full_name: "Bench", email: `bench-${Date.now()}@example.org`, password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
// The welcome would lie over the page.
await context.request.post("/api/onboarding/complete");

for (const { name, content, large } of cases) {
  const created = await context.request.post("/api/prompts", { data: { title: name, content } });
  const { id } = await created.json();
  const page = await context.newPage();
  await page.goto(`/editor?prompt=${id}`);
  const field = page.getByLabel("Text of Segment 1", { exact: true });
  await field.click({ timeout: 120_000 });
  if (large) await page.locator(".monaco-editor .view-line").first().waitFor();
  await page.keyboard.press("Control+Home");
  const session = await context.newCDPSession(page);
  // Thread ticks count the work of the page's main thread alone, so the figure holds on a busy machine too.
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
  // An empty text changes nothing: what the measuring itself costs.
  const start = await work();
  await type(keys, () => "");
  const before = await work();
  await type(keys);
  const after = await work();
  const typed = await page.getByRole("article", { name: "Preview" }).textContent();
  if (!typed?.includes("xxxxx xxxxx")) throw new Error("the keys did not reach the preview");
  const per = (part) =>
    ((after[part] - before[part] - (before[part] - start[part])) / keys).toFixed(2).padStart(6);
  console.log(
    `${name.padEnd(38)} ${per("all")} ms a key: script ${per("script")}, style and layout ${per("layout")}, the rest is paint`,
  );
  await page.close({ runBeforeUnload: false });
}
await browser.close();
