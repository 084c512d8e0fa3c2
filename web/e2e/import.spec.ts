// Importing prompts by picker, paste and drop.
import { readFileSync } from "node:fs";
import type { Request } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";

const markdown = {
  name: "review.md",
  mimeType: "text/markdown",
  buffer: Buffer.from("# Role\nYou review.\n\n# Task\nReview {{code}}.\n"),
};
const messages = {
  name: "chat.json",
  mimeType: "application/json",
  buffer: Buffer.from(
    JSON.stringify({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
    }),
  ),
};
const picture = {
  name: "photo.png",
  mimeType: "image/png",
  buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 0]),
};

test("one file by the picker is looked at, stored and opened", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  const main = page.getByRole("main");
  await expectAccessible(page);
  await main.getByLabel("Files to import").setInputFiles(markdown);
  await expect(main.getByRole("list", { name: "Prompts in review.md" })).toContainText("Structured");
  await expect(main.getByText("Markdown", { exact: true })).toBeVisible();
  await main.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  await expect(page.getByLabel("Title of Section 1")).toHaveValue("Role");
  await expect(page.getByLabel("Text of Section 2")).toHaveValue("Review {{code}}.");
});

test("integers that JavaScript would round become texts, with a warning, and keep every digit", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const [small, long] = ["9007199254740993", "123456789012345678901234567890"];
  const config = `{"seed": ${small}, "ids": [9007199254740991, ${long}], "rate": 1.5}`;
  const file = `{"title": "Exact", "structure_type": "modulized", "content": {"modules":
    [{"id": "m", "title": "Draw", "content": "Draw {{what}}.", "config": ${config}}]}}`;
  const kept = config.replace(small, `"${small}"`).replace(long, `"${long}"`);
  const shown = (text: string) => text.replace(/\s/g, "");
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  const main = page.getByRole("main");
  await main
    .getByLabel("Files to import")
    .setInputFiles({ name: "exact.json", mimeType: "application/json", buffer: Buffer.from(file) });
  for (const number of [small, long]) {
    await expect(main).toContainText(`The number ${number} cannot be kept as a number; it is kept as text`);
  }
  await main.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  const id = new URL(page.url()).searchParams.get("prompt");
  const field = page.getByLabel("Configuration of Module 1", { exact: true });
  await expect.poll(async () => shown(await field.inputValue())).toBe(shown(kept));
  const stored = await (await context.request.get(`/api/prompts/${id}`)).text();
  expect(stored).toContain(`"config":${shown(kept)}`);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exporting = page.getByRole("dialog", { name: "Export" });
  await exporting.getByRole("radio", { name: /^JSON/ }).check({ force: true });
  const downloading = page.waitForEvent("download");
  await exporting.getByRole("button", { name: "Download" }).click();
  const exported = readFileSync(await (await downloading).path(), "utf8");
  expect(shown(exported)).toContain(shown(kept));
});

test("pasted text is read as a file without a name", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Paste text" }).click();
  await main.getByLabel("Text to import").fill(messages.buffer.toString());
  await main.getByRole("button", { name: "Read text" }).click();
  await expect(main.getByText("OpenAI messages")).toBeVisible();
  await main.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("Be brief.");
  await expect(page.getByLabel("Type of Segment 1")).toHaveValue("system");
});

test("files dropped anywhere are reported one by one, chosen from, and stored", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  await expect(page.getByRole("heading", { name: "No prompt selected" })).toBeVisible();
  const transfer = await page.evaluateHandle(
    (files) => {
      const transfer = new DataTransfer();
      for (const { name, type, bytes } of files)
        transfer.items.add(new File([new Uint8Array(bytes)], name, { type }));
      return transfer;
    },
    [markdown, messages, picture].map(({ name, mimeType, buffer }) => ({
      name,
      type: mimeType,
      bytes: [...buffer],
    })),
  );
  await page.dispatchEvent("body", "dragenter", { dataTransfer: transfer });
  await expect(page.getByText("Drop files or folders to import")).toBeVisible();
  await page.dispatchEvent("body", "drop", { dataTransfer: transfer });
  const main = page.getByRole("main");
  const files = main.getByRole("list", { name: "Files" }).locator("> li");
  await expect(files).toHaveCount(3);
  // Nothing is stored before it is chosen, and a binary file shows why it was skipped.
  await expect(files.filter({ hasText: "photo.png" })).toContainText("No prompts found");
  const before = await (await context.request.get(`/api/prompts?owner=${user.id}`)).json();
  expect(before.items).toEqual([]);
  await main.getByRole("button", { name: "Import 2 prompts" }).click();
  // However far the user has scrolled, the result is in view and read aloud.
  await expect(main.getByText(/^2 imported/)).toBeInViewport();
  await expect(main.getByText(/^2 imported/)).toBeFocused();
  await expectAccessible(page);
  await main
    .getByRole("list", { name: "Prompts in chat.json" })
    .getByRole("button", { name: "Open" })
    .click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue("Hi");

  // The finished import is still there, until the next one starts with choosing files.
  await page.getByRole("button", { name: "Import" }).click();
  await expect(main.getByText(/^2 imported/)).toBeVisible();
  await main.getByRole("button", { name: "Import more" }).click();
  await expect(main.getByRole("button", { name: "Choose files" })).toBeVisible();
  await expect(files).toHaveCount(0);
});

test("an archive is reviewed, filed by its folders, recognised the second time, and undone", async ({
  page,
  user,
  context,
}) => {
  const archive = "e2e/files/moved.zip";
  await page.goto("/explorer");
  await page.getByRole("link", { name: "Import" }).click();
  const main = page.getByRole("main");
  await main.getByLabel("Files to import").setInputFiles(archive);

  // Its files are listed with their whole text.
  const files = main.getByRole("list", { name: "Files" }).locator("> li");
  await expect(files).toHaveCount(2);
  const query = files.filter({ hasText: "moved/team/sql/query.txt" });
  await query.getByRole("button", { name: "Show text" }).click();
  await expect(query.getByRole("region")).toContainText("Write a query for {{question}}.");
  await expectAccessible(page);

  // Stored with a tag, in collections named like the folders.
  await main.getByLabel("Add tags").fill("moved");
  await main.getByRole("button", { name: "Import 2 prompts" }).click();
  await expect(main.getByText(/^2 imported/)).toBeFocused();
  await main.getByRole("link", { name: "Show them" }).click();
  await page.getByRole("link", { name: "team" }).click();
  await expect(main.getByText("Review", { exact: true }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "sql" })).toBeVisible();
  const stored = async () =>
    (await (await context.request.get("/api/prompts?owner=me&kind=all")).json()).items;
  expect((await stored()).map(({ tags }: { tags: string[] }) => tags)).toEqual([["moved"], ["moved"]]);

  // The same archive again holds nothing new.
  await page.goBack();
  await page.goBack();
  await main.getByRole("button", { name: "Import more" }).click();
  await main.getByLabel("Files to import").setInputFiles(archive);
  await expect(main.getByText("You already have 2 of these prompts. They are not selected.")).toBeVisible();
  await expect(main.getByRole("button", { name: "Import", exact: true })).toBeDisabled();

  // Undo takes back what was imported all the same, and the collections made for it.
  await files.first().getByRole("checkbox").check();
  await files.last().getByRole("checkbox").check();
  await main.getByRole("button", { name: "Import 2 prompts" }).click();
  await main.getByRole("button", { name: "Undo import" }).click();
  await expect(main.getByText(/^Import undone: 2 prompts/)).toBeVisible();
  expect(await stored()).toHaveLength(2);
  expect(user.id).toBeTruthy();
});

test("a skill is one prompt, with its other files", async ({ page, user, context }) => {
  await page.goto("/import");
  const main = page.getByRole("main");
  const files = main.getByRole("list", { name: "Files" }).locator("> li");
  // Picked beside other files it owns none of them.
  const skill = { ...markdown, name: "SKILL.md", buffer: Buffer.from("---\nname: a\n---\nDo it.\n") };
  await main.getByLabel("Files to import").setInputFiles([skill, markdown]);
  await expect(files).toHaveCount(2);
  await main.getByRole("button", { name: "Start over" }).click();
  await main.getByLabel("Files to import").setInputFiles("e2e/files/pdf.skill");
  await expect(files).toHaveCount(1);
  await expect(files).toContainText("pdf/SKILL.md");
  await files.getByText("1 note", { exact: true }).click();
  await expect(files).toContainText("1 other file of the skill is kept with it");
  await main.getByRole("button", { name: "Import 1 prompt" }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  const id = new URL(page.url()).searchParams.get("prompt");
  const stored = await (await context.request.get(`/api/prompts/${id}`)).text();
  expect(stored).toContain("# Forms\\n\\nMany.");
  expect(user.id).toBeTruthy();
});

test("a prompt over a limit is named with the reason, and the others are stored", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  // More items than a prompt may have.
  const items = Array.from({ length: 2001 }, () => ({ role: "user", content: "x" }));
  const large = {
    ...messages,
    name: "large.json",
    buffer: Buffer.from(JSON.stringify({ messages: items })),
  };
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  const main = page.getByRole("main");
  await main.getByLabel("Files to import").setInputFiles([large, markdown]);
  await main.getByRole("button", { name: "Import 2 prompts" }).click();
  await expect(main.getByText(/^1 imported, 1 failed/)).toBeVisible();
  await expect(main.getByRole("list", { name: "Prompts in large.json" })).toContainText(/2,?000/);
  // Failures are listed first, by file, however many files there are.
  const failed = main.getByRole("list", { name: "Not imported" }).getByRole("listitem");
  await expect(failed).toHaveCount(1);
  await expect(failed).toContainText(/in large\.json: .*2,?000/);
  await expectAccessible(page);

  // After opening a stored prompt the failed ones are still listed; "Import more" starts the next import.
  await main.getByRole("button", { name: "Open" }).click();
  await page.getByRole("button", { name: "Import" }).click();
  await expect(failed).toHaveCount(1);
  await main.getByRole("button", { name: "Import more" }).click();
  await expect(failed).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Choose files" })).toBeVisible();
});

test("hundreds of files are drawn as they come into sight, and stored several at a time, each once", async ({
  page,
  user,
  context,
}) => {
  const count = 300;
  const given = Array.from({ length: count }, (_, index) => ({
    name: `prompt-${index + 1}.md`,
    mimeType: "text/markdown",
    buffer: Buffer.from(`# Role\nYou are reviewer ${index + 1}.\n\n# Task\nReview {{code}}.\n`),
  }));
  await page.goto("/editor");
  await page.getByRole("button", { name: "Import" }).click();
  const main = page.getByRole("main");
  await main.getByLabel("Files to import").setInputFiles(given);
  await expect(main.getByRole("button", { name: `Import ${count} prompts` })).toBeEnabled();

  const files = main.getByRole("list", { name: "Files" }).locator("> li");
  await expect(files.first()).toContainText("prompt-1.md");
  await expect(files.first()).toHaveAttribute("aria-setsize", String(count));
  expect(await files.count()).toBeLessThan(40);
  // A selection is preserved while its row is off screen.
  await files.first().getByRole("checkbox").uncheck();
  await files.first().hover();
  await page.mouse.wheel(0, 1_000_000);
  await expect(files.filter({ hasText: `prompt-${count}.md` })).toBeInViewport();
  expect(await files.count()).toBeLessThan(40);
  // The keyboard's position there is preserved too.
  await expect(files.first().getByRole("checkbox")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const second = files.filter({ hasText: /^prompt-2\.md/ }).getByRole("checkbox");
  await expect(second).toBeFocused();
  await expect(second).toBeInViewport();

  const keys = new Set<string | undefined>();
  let underWay = 0;
  let most = 0;
  const isCreating = (request: Request) =>
    request.method() === "POST" && new URL(request.url()).pathname === "/api/prompts";
  page.on("request", (request) => {
    if (!isCreating(request)) return;
    keys.add(request.headers()["idempotency-key"]);
    underWay += 1;
    most = Math.max(most, underWay);
  });
  page.on("requestfinished", (request) => {
    if (isCreating(request)) underWay -= 1;
  });
  await main.getByRole("button", { name: `Import ${count - 1} prompts` }).click();
  await expect(main.getByText(`${count - 1} imported`)).toBeVisible();
  expect(keys.size).toBe(count - 1);
  expect(most).toBeGreaterThan(1);
  const stored = await (await context.request.get(`/api/profile/${user.id}/stats`)).json();
  expect(stored).toMatchObject({ total_prompts: count - 1 });
});
