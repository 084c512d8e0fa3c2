// The HTML file of a prompt, which fills in and copies it by itself, without a server.
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser } from "@playwright/test";
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

const hostile = `</pre></script><script>document.title = "run"</script><img src=x onerror="document.title='run'">`;

const properties = {
  tone: { type: "string", enum: ["kind", "strict"], default: "kind" },
  topic: { type: "string", description: "What it is about." },
  words: { type: "number" },
  day: { type: "string", format: "date" },
  loud: { type: "boolean" },
};

const content = {
  segments: [
    {
      type: "system",
      content: `A {{tone}} review of {{topic}} in {{words}} words, {{day}}, {{loud}}.\n${hostile}`,
    },
  ],
  variables: { type: "object", properties },
};

/** Opens a file as it is opened from a disk, and notes what it asks the network for. */
async function opened(browser: Browser, file: string, bypassCSP = false) {
  const context = await browser.newContext({
    bypassCSP,
    offline: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) asked.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  return { page, asked, context };
}

test("the HTML file of a prompt fills in, copies, runs nothing, and is imported back", async ({
  page,
  user,
  context,
  browser,
}) => {
  expect(user.id).toBeTruthy();
  const fields = { title: `Review ${hostile}`.slice(0, 190), description: hostile, content };
  const { id } = await createPrompt(context.request, fields);
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await dialog.getByRole("radio", { name: /^HTML/ }).check({ force: true });
  await expect(dialog.getByRole("region", { name: "Beginning of the file" })).toContainText(
    "<!DOCTYPE html>",
  );
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const folder = mkdtempSync(join(tmpdir(), "promptcase-page-"));
  const file = join(folder, "review.html");
  await (await download).saveAs(file);
  const text = readFileSync(file, "utf8");
  expect(text.length).toBeLessThan(60_000);
  // The app and the server write the same bytes.
  expect(await (await context.request.get(`/api/prompts/${id}/export?format=html`)).text()).toBe(text);

  const living = await opened(browser, file);
  const view = living.page;
  const shown = view.locator("section.message pre");
  await expect(shown).toHaveText(
    `A kind review of {{topic}} in {{words}} words, {{day}}, {{loud}}.\n${hostile}`,
  );
  for (const width of [1440, 390]) {
    await view.setViewportSize({ width, height: 900 });
    for (const colorScheme of ["light", "dark"] as const) {
      await view.emulateMedia({ colorScheme });
      await expectAccessible(view);
      const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
      expect(await view.evaluate(overflow)).toBe(0);
    }
  }
  await view.getByLabel("topic").fill(hostile);
  await view.getByLabel("tone").selectOption("strict");
  await view.getByLabel("words").fill("20");
  await view.getByLabel("day").fill("2026-01-31");
  await view.getByLabel("loud").selectOption("Yes");
  const filled = `A strict review of ${hostile} in 20 words, 2026-01-31, true.\n${hostile}`;
  await expect(shown).toHaveText(filled);
  await view.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(view.getByRole("status")).toHaveText("Copied.");
  expect(await view.evaluate(() => navigator.clipboard.readText())).toBe(filled);
  expect(await view.locator("img").count()).toBe(0);
  await expect(view).not.toHaveTitle("run");
  // Enter in a field sends nothing, and the page has no connection for it.
  await view.getByLabel("words").press("Enter");
  await expect(shown).toHaveText(filled);
  expect(living.asked).toEqual([]);
  await living.context.close();

  // Without its policy, which a mail program or a browser may ignore.
  for (const without of [text, text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "")]) {
    const other = join(folder, "without.html");
    writeFileSync(other, without);
    const open = await opened(browser, other, true);
    await open.page.getByLabel("topic").fill(hostile);
    await expect(open.page.locator("section.message pre")).toContainText(`review of ${hostile}`);
    expect(await open.page.locator("img").count()).toBe(0);
    await expect(open.page).not.toHaveTitle("run");
    expect(open.asked).toEqual([]);
    await open.context.close();
  }

  // The same prompt is not imported twice, so the first goes.
  const of = async (one: string) => (await context.request.get(`/api/prompts/${one}`)).json();
  const before = await of(id);
  await context.request.delete(`/api/prompts/${id}`, { headers: { origin: new URL(page.url()).origin } });
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByLabel("Files to import").setInputFiles(file);
  await page.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  const after = await of(new URL(page.url()).searchParams.get("prompt") ?? "");
  expect(after.id).not.toBe(id);
  for (const field of ["title", "description", "structure_type", "tags", "language"] as const) {
    expect(after[field], field).toEqual(before[field]);
  }
  expect(after.content.segments).toEqual(before.content.segments);
  expect(after.content.variables).toEqual(before.content.variables);
});
