// Measures importing a folder of 5,000 small files: reading and listing, then storing. It prints figures; it is
// not a test.
//
//   node bench/import.mjs [URL of a running server]      default http://127.0.0.1:8080
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const base = process.argv[2] ?? "http://127.0.0.1:8080";
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const count = Number(process.env.FILES ?? 5_000);

const folder = mkdtempSync(join(tmpdir(), "promptcase-import-"));
for (let number = 1; number <= count; number += 1) {
  const text = `# Role\nYou are reviewer ${number}.\n\n# Task\nReview {{code}} for ${number % 17} things.\n`;
  writeFileSync(join(folder, `prompt-${number}.md`), text);
}

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const context = await browser.newContext({ baseURL: base, viewport: { width: 1440, height: 900 } });
const account = { full_name: "Bench", email: `import-${Date.now()}@example.org`, password: "correct horse" };
await context.request.post("/api/auth/register", { data: account });
await context.request.post("/api/onboarding/complete");

const page = await context.newPage();
await page.goto("/editor");
await page.evaluate(() => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ entryTypes: ["longtask"] });
});
await page.getByRole("button", { name: "Import" }).click();
const dialog = page.getByRole("main");
const longTasks = async () => {
  const tasks = await page.evaluate(() => window.longTasks.splice(0));
  return `${tasks.length} tasks over 50 ms, the longest ${Math.round(Math.max(0, ...tasks))} ms`;
};
const timed = async (what, action, done) => {
  const begin = Date.now();
  await action();
  await done.waitFor({ timeout: 600_000 });
  console.log(`${what}: ${((Date.now() - begin) / 1000).toFixed(1)} s, ${await longTasks()}`);
};

const store = dialog.getByRole("button", { name: `Import ${count} prompts`, disabled: false });
await timed(
  `${count} files read and listed`,
  () => dialog.getByLabel("Folder to import").setInputFiles(folder),
  store,
);
console.log(
  `rows in the document: ${await dialog.getByRole("list", { name: "Files" }).locator("> li").count()}`,
);
await timed(`${count} prompts stored`, () => store.click(), dialog.getByText(`${count} stored`));
await browser.close();
rmSync(folder, { recursive: true });
