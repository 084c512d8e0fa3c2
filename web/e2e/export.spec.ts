// Exporting a prompt: every format, its options, its preview, its bytes. Exporting many as one archive.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createPrompt, expect, expectAccessible, pressCopy, registerUser, test } from "./fixtures";

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
    // "Prompty, version 1" is another.
    await dialog.getByRole("radio", { name: new RegExp(`^${format}(?!,)`) }).check({ force: true });
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

test("a prompt is written for other tools, with what each drops, and as its original file", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Code review",
    description: "Reviews a diff",
    tags: ["rust"],
    content: { segments: [{ id: "s", order: 0, type: "user", content: "Review {{diff}}" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByLabel("Text of Segment 1").fill("Review {{diff}} kindly.");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  const preview = dialog.getByRole("region", { name: "Beginning of the file" });
  await expect(dialog.getByRole("radio", { name: /^Original file/ })).toHaveCount(0);
  for (const [format, file, text] of [
    ["Agent skill", "SKILL.md", "name: code-review"],
    ["Claude Code command", "code-review.md", "Review $ARGUMENTS kindly."],
    ["Gemini CLI command", "code-review.toml", "Review {{args}} kindly."],
    ["dotprompt", "code-review.prompt", "Review {{diff}} kindly."],
    ["LangChain", "code-review.langchain.json", "Review {diff} kindly."],
  ]) {
    await dialog.getByRole("radio", { name: new RegExp(`^${format}`) }).check({ force: true });
    await expect(preview).toContainText(text as string);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Download" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(file);
    expect(readFileSync(await download.path(), "utf8")).toContain(text);
  }
  await expect(dialog.getByText(/LangChain has no place for/)).toHaveCount(0);
  await dialog.getByRole("radio", { name: /^Cursor rule/ }).check({ force: true });
  await expect(dialog.getByText(/Cursor rule has no place for the tags/)).toBeVisible();
  await expectAccessible(page);

  const rule = "---\ndescription: Be kind\nglobs: **/*.rs\n---\n\nBe kind.\n";
  await page.goto("/import");
  const main = page.getByRole("main");
  await main
    .getByLabel("Files to import")
    .setInputFiles({ name: "kind.mdc", mimeType: "text/plain", buffer: Buffer.from(rule) });
  await main.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await dialog.getByRole("radio", { name: /^Original file/ }).check({ force: true });
  await expect(preview).toHaveText(rule);
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

/** The files of an archive, as Python reads them. */
function unzipped(path: string): Record<string, string> {
  const python = process.env.PROMPTCASE_PYTHON ?? "python3";
  const script =
    "import json, sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; " +
    "print(json.dumps({n: z.read(n).decode() for n in z.namelist()}))";
  return JSON.parse(execFileSync(python, ["-c", script, path], { encoding: "utf8" }));
}

test("a collection is exported with its folders, and everything is moved to another account", async ({
  page,
  user,
  context,
  browser,
}) => {
  expect(user.id).toBeTruthy();
  const { request } = context;
  const collection = async (title: string, parent_id: string | null) =>
    (await (await request.post("/api/collections", { data: { title, parent_id } })).json()).id as string;
  const team = await collection("Team: Ünï", null);
  const sql = await collection("SQL", team);
  const put = async (title: string, id: string | null) => {
    const content = { segments: [{ id: "s", order: 0, type: "user", content: `${title}: {{x}}` }] };
    const prompt = await createPrompt(request, { title, content });
    if (id) await request.post(`/api/collections/${id}/items`, { data: { prompt_ids: [prompt.id] } });
  };
  await put("Query", team);
  await put("QUERY", team);
  await put("Query", sql);
  await put("Loose", null);

  await page.goto(`/collections?id=${team}`);
  await page.getByRole("button", { name: "Export collection" }).click();
  const dialog = page.getByRole("dialog", { name: "Export “Team: Ünï”" });
  await expectAccessible(page);
  await dialog.getByRole("radio", { name: /^Markdown/ }).check({ force: true });
  let downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download" }).click();
  const files = unzipped(await (await downloading).path());
  expect(Object.keys(files).sort()).toEqual(["SQL/query-v1-0-0.md", "query-v1-0-0-2.md", "query-v1-0-0.md"]);
  expect(files["SQL/query-v1-0-0.md"]).toContain("Query: {{x}}");
  await expect(dialog.getByText("3 files exported.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.goto("/explorer");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("radio", { name: /^JSON/ }).check({ force: true });
  downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const everything = await (await downloading).path();
  expect(Object.keys(unzipped(everything)).sort()).toEqual([
    "Team- Ünï/SQL/query-v1-0-0.json",
    "Team- Ünï/query-v1-0-0-2.json",
    "Team- Ünï/query-v1-0-0.json",
    "loose-v1-0-0.json",
  ]);

  const other = await browser.newContext();
  const account = await registerUser(other.request, "Another Account");
  const there = await other.newPage();
  await there.goto("/import");
  const buffer = readFileSync(everything);
  const main = there.getByRole("main");
  await main
    .getByLabel("Files to import")
    .setInputFiles({ name: "prompts.zip", mimeType: "application/zip", buffer });
  await main.getByRole("button", { name: "Import 4 prompts" }).click();
  await expect(main.getByText("4 imported.")).toBeVisible();
  const moved = await (await other.request.get(`/api/prompts?owner=${account.id}&sort=title`)).json();
  expect(moved.items.map(({ title }: { title: string }) => title)).toEqual([
    "Loose",
    "QUERY",
    "Query",
    "Query",
  ]);
  await other.close();
});
