// The whole journey with real files: sign up, import, edit, create a version, compare, restore, export, and find
// everything unchanged.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

const corpus = process.env.PROMPTCASE_CORPUS ?? join(import.meta.dirname, "../../../shared/corpus");
const present = existsSync(corpus);

/** The first files of each kind, by name: a sample of all formats. */
function realFiles(): string[] {
  const files: string[] = [];
  for (const kind of readdirSync(corpus, { withFileTypes: true })) {
    if (!kind.isDirectory() || kind.name === "odd") continue;
    const inside = readdirSync(join(corpus, kind.name), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    // The prompts.chat list holds over a thousand prompts: it is read elsewhere and not stored in this journey.
    files.push(...inside.filter((file) => !file.endsWith("prompts.csv")).slice(0, 3));
  }
  return files;
}

const blank: Record<string, { add: string; field: string }> = {
  Standard: { add: "Add Segment", field: "Text of Segment 1" },
  Structured: { add: "Add Section", field: "Text of Section 1" },
  Modulized: { add: "Add Module", field: "Text of Module 1" },
  Advanced: { add: "Add Block", field: "Title of Block 1" },
};

async function makeVersion(page: Page, type: string, changelog: string) {
  await page.getByRole("button", { name: "New version" }).click();
  const dialog = page.getByRole("dialog", { name: "New version" });
  await dialog.getByText(type, { exact: true }).click();
  await dialog.getByLabel("Changelog").fill(changelog);
  await dialog.getByRole("button", { name: "Create version" }).click();
  await expect(dialog).toBeHidden();
}

test("real files are imported, edited, versioned, restored, exported, and found as they were", async ({
  page,
}) => {
  test.skip(!present, `no corpus at ${corpus}: set PROMPTCASE_CORPUS to a folder of prompt files`);
  test.setTimeout(300_000);
  const files = realFiles();
  expect(files.length).toBeGreaterThanOrEqual(20);

  await test.step("sign up", async () => {
    await page.goto("/register");
    await page.getByLabel("Full name").fill("Real Person");
    await page.getByLabel("Email").fill(`corpus-${Date.now()}@example.org`);
    await page.getByLabel("Password", { exact: true }).fill("correct horse");
    await page.getByLabel("Confirm password").fill("correct horse");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page).toHaveURL("/studio");
    await page.getByRole("button", { name: "Skip for now" }).click();
  });

  const stored = await test.step(`import ${files.length} files`, async () => {
    await page.goto("/editor");
    await page.getByRole("button", { name: "Import" }).click();
    const main = page.getByRole("main");
    await main.getByLabel("Files to import").setInputFiles(files);
    const reports = main.getByRole("list", { name: "Files" }).locator("> li");
    // Only those on screen are rendered.
    await expect(reports.first()).toHaveAttribute("aria-setsize", String(files.length));
    await main.getByRole("button", { name: /^Import \d+ prompts/ }).click();
    const summary = main.getByText(/^\d+ imported/);
    await expect(summary).toBeVisible({ timeout: 120_000 });
    await expect(summary).not.toContainText("failed");
    const count = Number(/^\d+/.exec((await summary.textContent()) ?? "")?.[0]);
    return count;
  });
  expect(stored).toBeGreaterThanOrEqual(20);

  const urls: Record<string, string> = {};
  for (const [structure, { add, field }] of Object.entries(blank)) {
    await test.step(`write a ${structure} prompt`, async () => {
      await page.goto("/editor?new=prompt");
      await page.getByText(structure, { exact: true }).first().click();
      await page.getByLabel("Title").first().fill(`${structure} of mine`);
      await page.getByRole("button", { name: add, exact: true }).click();
      await page.getByLabel(field).fill("First text.");
      await page.keyboard.press("Control+s");
      await expect(page).toHaveURL(/prompt=/);
      urls[structure] = page.url();
    });
  }

  await test.step("make a patch, a minor and a major version, compare two, restore one", async () => {
    await page.goto(urls.Standard ?? "");
    await page.getByRole("button", { name: "Versions", exact: true }).click();
    await makeVersion(page, "Patch", "patched");
    await page.getByLabel("Text of Segment 1").fill("Second text.");
    await makeVersion(page, "Minor", "more");
    await page.getByLabel("Text of Segment 1").fill("Third text.");
    await makeVersion(page, "Major", "another prompt");
    const rows = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
    await expect(rows.first()).toContainText("v2.0.0");
    await page.getByRole("button", { name: "Compare versions" }).click();
    await page
      .getByRole("button", { name: /v1\.1\.0/ })
      .first()
      .click();
    await page
      .getByRole("button", { name: /v2\.0\.0/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Compare 1.1.0 with 2.0.0" }).click();
    await expect(page.locator("ins").filter({ hasText: "Third" }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Stop comparing" }).click();
    await page.getByRole("button", { name: /v1\.1\.0/ }).click();
    await page
      .getByRole("dialog", { name: "Version 1.1.0" })
      .getByRole("button", { name: "Restore" })
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore" }).click();
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("Second text.");
  });

  await test.step("export all seven formats", async () => {
    await page.getByRole("button", { name: "Export", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Export" });
    const formats = dialog.getByRole("group", { name: "Format", exact: true }).getByRole("radio");
    await expect(formats).toHaveCount(7);
    for (const format of await formats.all()) {
      await format.check({ force: true });
      await expect(dialog.getByRole("region", { name: "Beginning of the file" })).not.toBeEmpty();
      const downloading = page.waitForEvent("download");
      await dialog.getByRole("button", { name: "Download" }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^standard-of-mine-v1-1-2\./);
      expect(readFileSync(await download.path(), "utf8")).toContain("Second text.");
    }
    await page.keyboard.press("Escape");
  });

  await test.step("reload and find everything as it was", async () => {
    await page.reload();
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("Second text.");
    await page.getByRole("button", { name: "Versions" }).click();
    const rows = page.getByRole("list", { name: "Versions" }).getByRole("listitem");
    for (const changelog of ["patched", "more", "another prompt"]) {
      await expect(rows.filter({ hasText: changelog })).toHaveCount(1);
    }
    for (const [structure, { field }] of Object.entries(blank).slice(1)) {
      await page.goto(urls[structure] ?? "");
      await expect(page.getByLabel(field)).toHaveValue("First text.");
    }
    const { user } = await (await page.request.get("/api/auth/session")).json();
    let found = 0;
    let cursor = "";
    do {
      const response = await page.request.get(
        `/api/prompts?owner=${user.id}&limit=100${cursor && `&cursor=${cursor}`}`,
      );
      expect(response.status()).toBe(200);
      const list = await response.json();
      found += list.items.length;
      cursor = list.next_cursor ?? "";
    } while (cursor);
    expect(found).toBe(stored + 4);
  });
});
