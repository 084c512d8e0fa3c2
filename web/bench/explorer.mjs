// Measures scrolling and searching in the Explorer with 10,000 prompts. It prints figures; it is not a test.
//
//   node bench/explorer.mjs [URL of a running server]      default http://127.0.0.1:8080
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const count = Number(process.env.PROMPTS ?? 10_000);

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = {
  full_name: "Bench",
  email: `explorer-${Date.now()}@example.org`,
  password: "correct horse",
};
await context.request.post("/api/auth/register", { data: account });
await context.request.post("/api/onboarding/complete");

const topics = ["invoices", "reviews", "travel", "recipes", "contracts", "lessons", "logs", "letters"];
const make = (number) => {
  const topic = topics[number % topics.length];
  const content = {
    segments: [{ id: "s", order: 0, type: "user", content: `Work with ${topic}. `.repeat(20) }],
  };
  const title = `Prompt ${number} about ${topic}`;
  return context.request.post("/api/prompts", {
    data: { title, description: `On ${topic}`.repeat(8), content },
  });
};
for (let first = 0; first < count; first += 20) {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, offset) => make(first + offset)));
  const bad = answers.find((answer) => !answer.ok());
  if (bad) throw new Error(`a prompt was not made: ${bad.status()} ${await bad.text()}`);
}

const page = await context.newPage();
await page.goto("/explorer?owner=mine");
await page
  .getByRole("heading", { name: /^Prompt \d+ about/ })
  .first()
  .waitFor();

// ---- Scrolling ---------------------------------------------------------------------------------------------------
await page.evaluate(() => {
  window.longTasks = [];
  window.frames = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
  const frame = (time) => {
    window.frames.push(time);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});
await page.mouse.move(800, 600);
const until = Date.now() + 15_000;
while (Date.now() < until) {
  await page.mouse.wheel(0, 240);
  await page.waitForTimeout(16);
}
const { frames, longTasks, depth } = await page.evaluate(() => ({
  frames: window.frames,
  longTasks: window.longTasks,
  depth: Math.round(window.scrollY),
}));
const gaps = frames.slice(1).map((time, index) => time - (frames[index] ?? 0));
gaps.sort((a, b) => a - b);
const at = (part) => (gaps[Math.floor(gaps.length * part)] ?? 0).toFixed(1);
console.log(`scrolled ${depth} px in 15 s: frame ${at(0.5)} ms median, ${at(0.99)} ms at 99 %`);
console.log(
  `tasks over 50 ms: ${longTasks.length}${longTasks.length ? `, longest ${Math.max(...longTasks)} ms` : ""}`,
);

// ---- Searching ---------------------------------------------------------------------------------------------------
const times = [];
for (const topic of topics) {
  const field = page.getByRole("searchbox").first();
  await field.fill("");
  await page
    .getByRole("heading", { name: new RegExp(`about (?!${topic})`) })
    .first()
    .waitFor();
  await field.pressSequentially(topic.slice(0, -1));
  // From the last key to the first card that only this search shows.
  const taken = await page.evaluate(
    async (last) => {
      const input = document.activeElement;
      const start = performance.now();
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
      setter?.call(input, input.value + last.key);
      input.dispatchEvent(new Event("input", { bubbles: true }));
      const isThere = () => {
        const titles = [...document.querySelectorAll("main h3, main h2")].map(
          (title) => title.textContent ?? "",
        );
        const cards = titles.filter((title) => title.startsWith("Prompt "));
        return (
          cards.length > 0 &&
          cards.every((title) => title.endsWith(last.topic)) &&
          !document.querySelector("[aria-busy=true]")
        );
      };
      while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    },
    { key: topic.at(-1), topic },
  );
  times.push(taken);
}
times.sort((a, b) => a - b);
console.log(
  `search: ${times[Math.floor(times.length / 2)]?.toFixed(0)} ms median from the last key to the cards, ${times.at(-1)?.toFixed(0)} ms at most`,
);
await browser.close();
