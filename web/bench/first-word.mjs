// Measures the way of the first word of a run from the provider to the painted screen. The provider is this program: it
// answers with one word and notes when the word left. It prints figures; it is not a test.
//
//   node bench/first-word.mjs URL PORT      of a server with OPENAI_BASE_URL=http://127.0.0.1:PORT/v1
import { createServer } from "node:http";
import { chromium } from "@playwright/test";

const [base, port] = process.argv.slice(2);
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const runs = 20;

let left = 0;
const provider = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  setTimeout(() => {
    left = Date.now();
    response.write('data: {"choices":[{"delta":{"content":"Hello"}}]}\n\n');
  }, 100);
  const end = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n';
  setTimeout(() => response.end(end), 600);
}).listen(Number(port), "127.0.0.1");

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = { full_name: "Bench", email: `word-${Date.now()}@example.org`, password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
await context.request.post("/api/onboarding/complete");
const segments = [{ type: "user", content: "Say hello." }];
const created = await context.request.post("/api/prompts", {
  data: { title: "Hello", content: { segments } },
});
const { id } = await created.json();
const page = await context.newPage();
await page.goto(`/editor?prompt=${id}`);
await page.getByRole("button", { name: "Run", exact: true }).click();
const panel = page.getByRole("region", { name: "Run", exact: true });
const times = [];
for (let run = 0; run < runs; run++) {
  await panel.getByRole("button", { name: "Run", exact: true }).waitFor();
  const painted = page.evaluate(async () => {
    const answer = () => document.querySelector("article section[aria-label]")?.textContent ?? "";
    const frame = () => new Promise(requestAnimationFrame);
    while (answer() !== "") await frame();
    while (answer() === "") await frame();
    // The frame after is begun once this one was painted.
    await frame();
    return Date.now();
  });
  await page.keyboard.press("Control+Enter");
  times.push((await painted) - left);
  await panel
    .getByText(/in all/)
    .first()
    .waitFor();
}
times.sort((a, b) => a - b);
console.log(
  `the first word from the provider to the painted screen: median ${times[runs / 2]} ms, least ${times[0]} ms, most ${times.at(-1)} ms`,
);
await browser.close();
provider.close();
