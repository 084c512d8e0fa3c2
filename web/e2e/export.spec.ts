// Exporting a prompt: every format, its options, its preview, its bytes.
import { readFileSync } from "node:fs";
import { createPrompt, expect, expectAccessible, pressCopy, test } from "./fixtures";

const hostile = "Line one  \n---\n```yaml\nsystem:\n```\n{{x}} ]]> <script>alert(1)</script> 😀 \tתודה";

test("every format is previewed and downloaded as the bytes that other tools read", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Ünïcode & Co.",
    description: "What it is for",
    tags: ["a", "b"],
    content: { segments: [{ id: "s", order: 0, type: "user", content: hostile }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expectAccessible(page);
  for (const [format, extension] of [
    ["Plain Text", "txt"],
    ["Markdown", "md"],
    ["YAML", "yaml"],
    ["HTML", "html"],
    ["XML", "xml"],
    ["JSON", "json"],
    ["Prompty", "prompty"],
  ]) {
    await dialog.getByRole("radio", { name: new RegExp(`^${format}`) }).check({ force: true });
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`ünïcode-co-v1-0-0.${extension}`);
    const text = readFileSync(await download.path(), "utf8");
    const preview = (await dialog.getByRole("region", { name: "Beginning of the file" }).textContent()) ?? "";
    const characters = Array.from(text);
    expect(preview, format).toBe(characters.length > 1000 ? `${characters.slice(0, 1000).join("")}…` : text);
    if (format === "JSON") expect(JSON.parse(text).content.segments[0].content).toBe(hostile);
    if (format === "Plain Text") expect(text).toContain(hostile);
    if (format === "HTML") expect(text).not.toContain("<script>alert(1)");
  }
});

test("options change the file at once, and a copy says so for two seconds", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await createPrompt(context.request, {
    title: "Options",
    content: { segments: [{ id: "s", order: 0, type: "user", content: "Hello" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  // Unsaved text is exported too.
  await page.getByLabel("Text of Segment 1").fill("Hello again");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  const preview = dialog.getByRole("region", { name: "Beginning of the file" });
  await dialog.getByRole("radio", { name: /^YAML/ }).check({ force: true });
  await expect(preview).toContainText("Hello again");
  await expect(preview).toContainText("version_major: 1");
  await dialog.getByRole("tab", { name: "Options" }).click();
  await dialog.getByLabel("Include version info").uncheck();
  await expect(preview).not.toContainText("version_major");
  await dialog.getByLabel("Comments").uncheck();
  await expect(preview).not.toContainText("#");
  const said = await pressCopy(dialog.getByRole("button", { name: "Copy" }));
  await expect(dialog.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  const [copying, over] = await said.jsonValue();
  expect(over?.text).toBe("Copy");
  expect((over?.at ?? 0) - (copying?.at ?? 0)).toBeGreaterThan(1_900);
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await preview.textContent());
});
