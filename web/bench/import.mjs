// Measures importing a folder of 5,000 small files: reading and listing, then storing. It prints figures; it is
// not a test.
//
//   node bench/import.mjs [URL of a running server]      default http://127.0.0.1:8080
//
// With CORPUS, a folder of files that people have, these are read and listed three times, and not stored.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const count = Number(process.env.FILES ?? 5_000);

const corpus = process.env.CORPUS;

const folder = corpus ?? mkdtempSync(join(tmpdir(), "promptcase-import-"));
for (let number = 1; !corpus && number <= count; number += 1) {
  const text = `# Role\nYou are reviewer ${number}.\n\n# Task\nReview {{code}} for ${number % 17} things.\n`;
  writeFileSync(join(folder, `prompt-${number}.md`), text);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = { full_name: "Bench", email: `import-${Date.now()}@example.org`, password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
await context.request.post("/api/onboarding/complete");

const page = await context.newPage();
const dialog = page.getByRole("main");
const open = async () => {
  await page.goto("/editor");
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasks.push(duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.getByRole("button", { name: "Import" }).click();
  await dialog.getByLabel("Folder to import").waitFor({ state: "attached" });
};
const session = await context.newCDPSession(page);
await session.send("Performance.enable", { timeDomain: "threadTicks" });
// What the page's thread worked, which a busy machine changes little.
const worked = async () => {
  const { metrics } = await session.send("Performance.getMetrics");
  return metrics.find((one) => one.name === "TaskDuration").value;
};
const longTasks = async () => {
  const tasks = await page.evaluate(() => window.longTasks.splice(0));
  return `${tasks.length} tasks over 50 ms, the longest ${Math.round(Math.max(0, ...tasks))} ms`;
};
const timed = async (what, action, done) => {
  const [begin, before] = [Date.now(), await worked()];
  await action();
  await done.waitFor({ timeout: 600_000 });
  const [seconds, thread] = [(Date.now() - begin) / 1000, (await worked()) - before];
  console.log(`${what}: ${seconds.toFixed(1)} s, ${thread.toFixed(1)} s of the thread, ${await longTasks()}`);
};

const choose = () => dialog.getByLabel("Folder to import").setInputFiles(folder);

if (corpus) {
  const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  ).length;
  for (let round = 1; round <= 3; round += 1) {
    await open();
    const listed = dialog.getByRole("button", { name: /^Import [\d,]+ prompts$/, disabled: false });
    await timed(`${files} files of the corpus read and listed`, choose, listed);
  }
} else {
  await open();
  const store = dialog.getByRole("button", { name: `Import ${count} prompts`, disabled: false });
  await timed(`${count} files read and listed`, choose, store);
  console.log(
    `rows in the document: ${await dialog.getByRole("list", { name: "Files" }).locator("> li").count()}`,
  );
  await timed(`${count} prompts stored`, () => store.click(), dialog.getByText(`${count} stored`));
}
await browser.close();
if (!corpus) rmSync(folder, { recursive: true });
