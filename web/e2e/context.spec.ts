// The context of a generation: files of other programs, and components of the library.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

test.use({ settings: "pro" });

/** Written by LibreOffice and python-docx from our own texts; `report.fodt` is the source of the reports. */
const file = (name: string) => join(import.meta.dirname, "files", name);

async function openFiles(page: Page) {
  await page.goto("/studio");
  await page.getByRole("button", { name: "Attach context files" }).click();
  return page.getByLabel("Context files", { exact: true });
}

async function generate(page: Page, text: string) {
  await page.getByLabel("Describe the prompt you want").fill(text);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
  await expect(page).toHaveURL(/\/editor\?prompt=/, { timeout: 30_000 });
}

test("the text of PDF and Word files reaches the model, and no file leaves the browser", async ({
  page,
  user,
  world,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(request.postData() ?? "");
  });
  const picker = await openFiles(page);
  const names = ["report.pdf", "report.docx", "guide.docx", "named-font.pdf"];
  await picker.setInputFiles(names.map(file));
  for (const [name, characters] of [
    ["report.pdf", "543 characters"],
    ["report.docx", "557 characters"],
    ["guide.docx", "260 characters"],
    ["named-font.pdf", "3 characters"],
  ] as const) {
    await expect(
      page.getByRole("listitem").filter({ hasText: name }).getByText(characters, { exact: true }),
    ).toBeVisible();
  }
  await expect(page.getByText("1,362 characters are sent with your request.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Active Configuration" })).toContainText("4 files");
  await generate(page, "a poem about a report");

  const { system } = (await world.asked()).at(-1) ?? { system: "" };
  for (const text of [
    "Uploaded 4 context files",
    "### report.pdf\nPrüfbericht für Übersetzungen",
    "„Anführungszeichen“ und Gedankenstriche",
    "Französisch 1.204",
    // The columns are read in sequence, not line by line across both.
    "Linke Spalte: Zuerst wird der\nAusgangstext gelesen, dann die",
    "二ページ目：翻訳の品質を確認してください。",
    "### report.docx\nPrüfbericht für Übersetzungen",
    "Sprache | Wörter\nFranzösisch | 1.204\n日本語 | 987",
    "Eine Fußnote mit {{quelle}}.",
    "### guide.docx\nCafé-Leitfaden",
    "- Erst begrüßen\n- Dann fragen",
    "Getränk | Preis\nKaffee | 2,80 €",
    "日本語の案内：お客様を丁寧に迎えてください。",
    "{{gast_name}}, Emoji: 🍰, Zeichen: <b>&amp;</b>",
    // It names a font without embedding it.
    "### named-font.pdf\n日本語",
  ]) {
    expect(system).toContain(text);
  }
  // No request contained an archive or a PDF.
  for (const body of sent) {
    for (const beginning of ["%PDF", "PK\x03\x04", "JVBERi", "UEsDB"]) expect(body).not.toContain(beginning);
  }
});

/** An archive with one entry that unpacks to far more than the limit. */
function bomb(): Buffer {
  const name = Buffer.from("word/document.xml");
  const packed = deflateRawSync(Buffer.alloc(200 * 1024 * 1024, "a"), { level: 9 });
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(8, 4);
  fields.writeUInt32LE(packed.length, 14);
  // The size in the header is false.
  fields.writeUInt32LE(1_000, 18);
  fields.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, packed]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\x00"), fields, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

test("a file without text says why, and the others are kept", async ({ page, user }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const picker = await openFiles(page);
  const whole = await readFile(file("report.pdf"));
  const word = await readFile(file("report.docx"));
  const old = Buffer.concat([
    Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    Buffer.alloc(2_000),
  ]);
  const as = (name: string, buffer: Buffer) => ({ name, mimeType: "application/octet-stream", buffer });
  for (const [attached, says] of [
    [file("scan.pdf"), "File scan.pdf contains only pictures, like a scan."],
    [file("protected.pdf"), "File protected.pdf is protected by a password."],
    [as("cut.pdf", whole.subarray(0, 20_000)), "File cut.pdf could not be read. It is damaged"],
    [as("empty.pdf", Buffer.alloc(0)), "File empty.pdf could not be read. It is damaged"],
    [as("letter.pdf", Buffer.from("Dear reader")), "File letter.pdf could not be read. It is damaged"],
    [as("cut.docx", word.subarray(0, 3_000)), "File cut.docx could not be read. It is damaged"],
    [as("letter.docx", old), "File letter.docx is protected by a password, or in the old Word format."],
    [as("bomb.docx", bomb()), "File bomb.docx is too large when unpacked"],
    [
      as("large.pdf", Buffer.alloc(10 * 1024 * 1024 + 1)),
      "File large.pdf is too large. Maximum size is 10MB.",
    ],
  ] as const) {
    await picker.setInputFiles(attached);
    await expect(page.getByText(says)).toBeVisible();
  }
  await expectAccessible(page);
  await picker.setInputFiles(file("guide.docx"));
  await expect(page.getByRole("button", { name: "Remove guide.docx" })).toBeVisible();
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByRole("region", { name: "Active Configuration" })).toContainText("1 file");
});

test("files longer than the budget are cut, and it is said", async ({ page, user, world }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const picker = await openFiles(page);
  const long = Buffer.from("word ".repeat(60_000));
  await picker.setInputFiles({ name: "long.txt", mimeType: "text/plain", buffer: long });
  await expect(
    page.getByText("The files are too long: only the first 24,000 of 299,999 characters"),
  ).toBeVisible();
  await page.getByRole("button", { name: "Apply" }).click();
  await generate(page, "a poem about a long text");
  const { system } = (await world.asked()).at(-1) ?? { system: "" };
  expect(system).toContain("(cut here: the files are longer than fits)");
  expect(system.length).toBeLessThan(27_000);
});

test("components are chosen, shown, sent along and taken out again", async ({ page, user, world }) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const made = await page.request.post("/api/components", {
    data: {
      title: "Polite tone",
      description: "How to speak",
      type: "module",
      content: { moduleTitle: "Tone", moduleContent: "Always say please and thank you." },
    },
  });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto("/studio");
  const open = () => page.getByRole("button", { name: "Use components" }).click();
  await open();
  const panel = page.getByRole("dialog", { name: "Component Library" });
  await panel.getByLabel("Search components").fill("polite");
  await expect(panel.getByRole("checkbox")).toHaveCount(1);
  await panel.getByRole("checkbox", { name: /Polite tone/ }).check();
  // Choices take effect with Apply; closing in any other way discards them.
  await panel.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("region", { name: "Active Configuration" })).toBeHidden();
  await open();
  await expect(panel.getByRole("checkbox", { name: /Polite tone/ })).not.toBeChecked();
  await panel.getByLabel("Type").selectOption({ label: "Template" });
  await expect(panel.getByRole("checkbox", { name: /Polite tone/ })).toBeHidden();
  await panel.getByLabel("Type").selectOption({ label: "Module" });
  await panel.getByRole("checkbox", { name: /Polite tone/ }).check();
  await panel.getByLabel("Type").selectOption({ label: "All" });
  await panel.getByRole("checkbox").nth(1).check();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Apply" }).click();
  const badges = page.getByRole("region", { name: "Active Configuration" });
  await expect(badges).toContainText("2 components");

  // One is removed again.
  await open();
  const other = panel
    .getByRole("checkbox", { checked: true })
    .and(panel.getByRole("checkbox", { name: /^(?!Polite)/ }));
  await other.uncheck();
  await panel.getByRole("button", { name: "Apply" }).click();
  await expect(badges).toContainText("1 component");

  await generate(page, "a poem with components");
  const { system } = (await world.asked()).at(-1) ?? { system: "" };
  expect(system).toContain("Components to build on: 1\n\n### Module: Polite tone\nHow to speak");
  expect(system).toContain("Always say please and thank you.");
});

test.describe("with a component that is gone", () => {
  test.use({ alsoExpected: ["404"] });

  test("it is said, and the choice can be changed", async ({ page, user }) => {
    test.setTimeout(120_000);
    expect(user.id).toBeTruthy();
    const made = await page.request.post("/api/components", {
      data: { title: "Short lived", type: "module", content: {} },
    });
    const { id } = await made.json();
    await page.goto("/studio");
    await page.getByLabel("Describe the prompt you want").fill("a poem");
    await page.getByRole("button", { name: "Use components" }).click();
    const panel = page.getByRole("dialog", { name: "Component Library" });
    await panel.getByRole("checkbox", { name: /Short lived/ }).check();
    expect((await page.request.delete(`/api/components/${id}`)).status()).toBe(204);
    await panel.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("alert")).toContainText("A chosen component could not be loaded");
    await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeDisabled();
    await page.getByRole("button", { name: "Use components" }).click();
    await panel.getByRole("button", { name: "Remove Short lived" }).click();
    await panel.getByRole("button", { name: "Apply" }).click();
    await expect(page.getByRole("alert")).toBeHidden();
    await expect(page.getByRole("button", { name: "Generate", exact: true })).toBeEnabled();
  });
});
