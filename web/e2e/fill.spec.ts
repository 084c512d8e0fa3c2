import { createPrompt, expect, expectAccessible, test } from "./fixtures";

const content = {
  segments: [
    { type: "system", content: "You review {{language}} code. You know {{language}}." },
    { type: "user", content: "Look at {{diff}}. Answer in {{langage}}." },
  ],
};

test("variables are filled in, a misspelling is mended, and the text is copied", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { id } = await createPrompt(context.request, { title: "Review", content });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  const rendered = page.getByRole("region", { name: "Rendered" });
  await expect(rendered.getByText("Did you mean “language”?")).toBeVisible();
  await rendered.getByRole("button", { name: "Rename it" }).click();
  await expect(rendered.getByText("Did you mean")).toBeHidden();
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue("Look at {{diff}}. Answer in {{language}}.");

  await rendered.getByLabel("language", { exact: true }).fill("Rust {{diff}}");
  await rendered.getByLabel("diff", { exact: true }).fill("two\nlines");
  await expect(rendered.getByRole("listitem").first()).toContainText("You review Rust {{diff}} code.");
  await expectAccessible(page);
  await rendered.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    "You review Rust {{diff}} code. You know Rust {{diff}}.\n\nLook at two\nlines. Answer in Rust {{diff}}.",
  );
  await rendered.getByLabel("Copy as").selectOption("Messages (JSON)");

  // A link fills the values in for whoever opens it.
  await rendered.getByRole("button", { name: "Copy link" }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await rendered.getByRole("button", { name: "Clear values" }).click();
  await page.goto("/explorer");
  await page.goto(link);
  await expect(rendered.getByLabel("language", { exact: true })).toHaveValue("Rust {{diff}}");
  expect(new URL(page.url()).hash).toBe("");

  // The values and the form come back, in the header's button, too.
  await page.reload();
  await page.getByRole("button", { name: "Copy", exact: true }).first().click();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(copied[0]).toEqual({
    role: "system",
    content: "You review Rust {{diff}} code. You know Rust {{diff}}.",
  });
});

test("a variable is declared with a kind, a default and choices, and renamed", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Tone",
    content: { segments: [{ type: "user", content: "Be {{tone}}." }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  const rendered = page.getByRole("region", { name: "Rendered" });
  await rendered.getByRole("button", { name: "Settings of tone" }).click();
  const settings = page.getByRole("dialog", { name: "Settings of tone" });
  await settings.getByLabel("Kind").selectOption("Choice");
  await settings.getByLabel("Choices").fill("calm\nbrief");
  await settings.getByLabel("Default").fill("calm");
  await settings.getByLabel("Description").fill("How it sounds");
  await settings.getByLabel("Name").fill("a voice");
  await settings.getByRole("button", { name: "Rename" }).click();
  await expect(settings.getByText("A name has letters, digits, _, - and dots, and no spaces.")).toBeVisible();
  await settings.getByLabel("Name").fill("voice");
  await settings.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("Be {{voice}}.");
  await page.keyboard.press("Escape");

  const voice = rendered.getByLabel("voice", { exact: true });
  await expect(rendered.getByText("How it sounds")).toBeVisible();
  await expect(rendered.getByRole("listitem")).toContainText("Be calm.");
  await voice.selectOption("brief");
  await expect(rendered.getByRole("listitem")).toContainText("Be brief.");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved", { exact: false }).first()).toBeVisible();
  await expect(async () => {
    const stored = await (await context.request.get(`/api/prompts/${id}`)).json();
    expect(stored.content.variables).toEqual({
      type: "object",
      properties: {
        voice: { type: "string", enum: ["calm", "brief"], default: "calm", description: "How it sounds" },
      },
    });
  }).toPass();
});

test("a variable takes the name of another one only when asked twice", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Two",
    content: { segments: [{ type: "user", content: "{{a}} and {{b}}" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  await page.getByRole("button", { name: "Settings of a" }).click();
  const settings = page.getByRole("dialog", { name: "Settings of a" });
  await settings.getByLabel("Name").fill("b");
  await settings.getByRole("button", { name: "Rename" }).click();
  await expect(settings.getByText("There is a variable b already.")).toBeVisible();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("{{a}} and {{b}}");
  await settings.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("{{b}} and {{b}}");
});

test("a long value without spaces makes nothing wider", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Long",
    content: { segments: [{ type: "user", content: "See {{address}}" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("radio", { name: "Rendered" }).check();
  const rendered = page.getByRole("region", { name: "Rendered" });
  const width = () => rendered.evaluate((panel) => panel.scrollWidth - panel.clientWidth);
  await rendered.getByLabel("address", { exact: true }).fill("z".repeat(3000));
  await expect(rendered.getByRole("listitem")).toContainText("zzz");
  expect(await width()).toBe(0);
  const field = await rendered.getByLabel("address", { exact: true }).boundingBox();
  const panel = await rendered.boundingBox();
  expect(field?.width).toBeLessThan(panel?.width ?? 0);
});

test("a card's menu copies the text of a prompt", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await createPrompt(context.request, { title: "Review", content });
  await page.goto("/explorer?owner=me");
  await page.getByRole("button", { name: "Actions for Review" }).click();
  await page.getByRole("menuitem", { name: "Copy text" }).click();
  const dialog = page.getByRole("dialog", { name: "Copy “Review”" });
  await dialog.getByLabel("language", { exact: true }).fill("Go");
  await dialog.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("You review Go code.");
});

test("the palette finds, fills in and copies another prompt by two keys", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const content = { segments: [{ type: "user", content: "Greet {{name}}." }] };
  await createPrompt(context.request, { title: "Zebra greeting", content });
  await page.goto("/collections");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Command palette" });
  await palette.getByRole("combobox").fill("zebra");
  await expect(palette.getByRole("option", { name: /Zebra greeting/ })).toHaveAttribute(
    "data-selected",
    "true",
  );
  await page.keyboard.press("Control+Enter");
  const dialog = page.getByRole("dialog", { name: "Copy “Zebra greeting”" });
  await expect(dialog.getByLabel("name", { exact: true })).toBeFocused();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByText("Copied")).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("Greet Ada.");
  await expectAccessible(page);
});

test("two tabs keep each other's values, and a number too long to be exact is refused", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const number = { type: "object", properties: { n: { type: "number" } } };
  const { id } = await createPrompt(context.request, {
    title: "Two tabs",
    content: { segments: [{ type: "user", content: "{{a}} {{b}} {{n}}" }], variables: number },
  });
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`/editor?prompt=${id}`);
    await tab.getByRole("radio", { name: "Rendered" }).check();
  }
  const field = (tab: typeof page, name: string) =>
    tab.getByRole("region", { name: "Rendered" }).getByLabel(name, { exact: true });
  await field(page, "a").fill("one");
  await field(other, "b").fill("two");
  await field(page, "a").fill("three");
  await expect(field(other, "a")).toHaveValue("three");
  await expect(field(page, "b")).toHaveValue("two");

  await field(page, "n").pressSequentially("12345678901234567890");
  await expect(page.getByText("A number this long is not kept exactly.")).toBeVisible();
  await expect(field(page, "n")).toHaveValue("1234567890123456");
  await page.reload();
  await page.getByRole("radio", { name: "Rendered" }).check();
  await expect(field(page, "a")).toHaveValue("three");
  await expect(field(page, "b")).toHaveValue("two");
});
