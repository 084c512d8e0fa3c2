// Editing prompts of every structure, by pointer and keyboard.
import { createPrompt, expect, expectAccessible, test } from "./fixtures";

test("a standard prompt is written, reordered by keyboard and drag, undone, saved and found again", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  await expect(page.getByRole("heading", { name: "No prompt selected" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "New", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Untitled Prompt");
  await expect(page.getByText("No segments yet")).toBeVisible();
  // An empty prompt cannot be saved by pointer or key: saving would settle its structure.
  const save = page.getByRole("button", { name: "Save", exact: true });
  await expect(page.getByText("Nothing to save yet")).toBeVisible();
  await expect(save).toBeDisabled();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Nothing to save yet")).toBeVisible();

  await page.getByLabel("Title").fill("Code review");
  await expect(save).toBeEnabled();
  await page.getByRole("button", { name: "Add Segment" }).click();
  // A new item takes the focus, so typing continues.
  await page.keyboard.type("first");
  await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type("second");
  await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type("third");
  await page.getByLabel("Type of Segment 1").selectOption("system");
  const preview = page.getByRole("article", { name: "Preview" });
  await expect(preview).toContainText("System");
  await expect(preview).toContainText("third");

  const texts = () =>
    page
      .getByRole("textbox", { name: /^Text of Segment/ })
      .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));
  // Moved by its grip, with the keyboard alone.
  await page.getByRole("button", { name: "Move Segment 3", exact: true }).focus();
  // Every step is announced to screen readers; the journey waits for the announcements.
  await page.keyboard.press("Space");
  // A position is announced only after dnd-kit has measured; an earlier arrow key has no effect.
  await expect(page.getByText("Segment 3 is over position 3 of 3.")).toBeAttached();
  // dnd-kit listens to keys a moment after the drag starts, without a signal: a missed key is pressed again.
  await expect(async () => {
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("Segment 3 is over position 2 of 3.")).toBeAttached({ timeout: 4_000 });
  }).toPass();
  await page.keyboard.press("Space");
  await expect.poll(texts).toEqual(["first", "third", "second"]);
  // Alt and an arrow key inside the text move the item; the caret stays.
  await page.getByLabel("Text of Segment 3").focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(texts).toEqual(["first", "second", "third"]);
  await expect(page.getByLabel("Text of Segment 2")).toBeFocused();
  // Moved by dragging.
  const grip = await page.getByRole("button", { name: "Move Segment 1", exact: true }).boundingBox();
  const below = await page.getByRole("button", { name: "Move Segment 2", exact: true }).boundingBox();
  if (!grip || !below) throw new Error("the grips are drawn");
  await page.mouse.move(grip.x + 10, grip.y + 10);
  await page.mouse.down();
  await page.mouse.move(below.x + 10, below.y + 20, { steps: 8 });
  await page.mouse.move(below.x + 10, below.y + 90, { steps: 8 });
  await expect(page.getByText("Segment 1 is over position 2 of 3.")).toBeAttached();
  await page.mouse.up();
  await expect.poll(texts).toEqual(["second", "first", "third"]);

  // Undo and redo outside a text cover all changes.
  await page.getByRole("button", { name: "Move Segment 1", exact: true }).focus();
  await page.keyboard.press("Control+z");
  await expect.poll(texts).toEqual(["first", "second", "third"]);
  await page.keyboard.press("Control+Shift+z");
  await expect.poll(texts).toEqual(["second", "first", "third"]);

  await page.getByRole("button", { name: "Duplicate Segment 2" }).click();
  await expect.poll(texts).toEqual(["second", "first", "first", "third"]);
  await page.getByRole("button", { name: "Remove Segment 3" }).click();
  await expect.poll(texts).toEqual(["second", "first", "third"]);
  // The focus moves to the neighbour, not to the top of the page.
  await expect(page.getByRole("region", { name: "Segment 3" })).toContainText("5 characters");
  expect(await page.evaluate(() => document.activeElement?.id)).toMatch(/^item-/);

  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Code review");
  await expect.poll(texts).toEqual(["second", "first", "third"]);
  await expect(page.getByText("v1.0.0")).toBeVisible();
});

for (const width of [768, 1024, 1440]) {
  test(`what a growing text adds to the head moves nothing, ${width} pixels wide`, async ({
    page,
    user,
    context,
  }) => {
    expect(user.id).toBeTruthy();
    await page.setViewportSize({ width, height: 900 });
    const { id } = await createPrompt(context.request, {
      title: "Growing",
      content: { segments: [{ id: "s", order: 0, type: "user", content: "Hello" }] },
    });
    await page.goto(`/editor?prompt=${id}`);
    const text = page.getByLabel("Text of Segment 1");
    // The position on the page, not on the screen, which follows the caret.
    const top = () => text.evaluate((field) => field.getBoundingClientRect().top + window.scrollY);
    const count = page.locator("header").getByText("about 12,345 tokens");
    await expect(text).toHaveValue("Hello");
    const before = await top();
    await text.fill("word ".repeat(9876));
    await expect(count).toBeVisible();
    expect(await top()).toBe(before);
    // Nothing overflows or is cut off, and all tools are in one row.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    expect(
      await count.locator("xpath=..").evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
    ).toBe(true);
    const rows = await page
      .getByRole("group", { name: "Editor" })
      .getByRole("button")
      .evaluateAll((tools) => [
        ...new Set(
          tools
            .map((tool) => tool.getBoundingClientRect())
            .filter(({ width }) => width > 0)
            .map(({ top, height }) => Math.round(top + height / 2)),
        ),
      ]);
    expect(rows).toHaveLength(1);
  });
}

test("a tag that stands in its field is saved with the rest", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "Filed" });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: /^Details/ }).click();
  await page.getByLabel("Tags").fill("review");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("v1.0.1")).toBeVisible();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const { tags } = await (await context.request.get(`/api/prompts/${id}`)).json();
  expect(tags).toEqual(["review"]);
});

test("a structured prompt keeps titles, descriptions and texts", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  await page.getByText("Structured", { exact: true }).click();
  await page.getByRole("button", { name: "Add Section" }).click();
  await page.keyboard.type("Role");
  await page.getByLabel("Description of Section 1").fill("Who answers");
  await page.getByLabel("Text of Section 1").fill("You are a reviewer.");
  await page.getByRole("button", { name: "Add Section" }).click();
  await page.keyboard.type("Task");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/prompt=/);
  await page.reload();
  await expect(page.getByLabel("Title of Section 1")).toHaveValue("Role");
  await expect(page.getByLabel("Description of Section 1")).toHaveValue("Who answers");
  await expect(page.getByLabel("Title of Section 2")).toHaveValue("Task");
  // Saving settles the structure.
  await page.getByRole("button", { name: /^Details/ }).click();
  await expect(page.getByText("Can't be changed after saving")).toBeVisible();
});

test("an integer that JavaScript would round is refused where it is typed, and saved once it is in quotes", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(page.request, {
    title: "Seeded",
    structure_type: "modulized",
    content: { modules: [{ id: "m", order: 0, title: "M", content: "x", config: { seed: 7 } }] },
  });
  const stored = async () => (await page.request.get(`/api/prompts/${id}`)).text();
  await page.goto(`/editor?prompt=${id}`);
  const config = page.getByLabel("Configuration of Module 1", { exact: true });
  await expect(config).toHaveValue('{\n  "seed": 7\n}');
  await config.fill('{"seed": 9007199254740993}');
  const refusal = page.getByText("The number 9007199254740993 cannot be kept as it is: write it in quotes");
  await expect(refusal).toBeVisible();
  await config.fill('{"seed": "9007199254740993"}');
  await expect(refusal).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect.poll(stored).toContain('"seed":"9007199254740993"');
});

test("a modulized prompt has wrappers in order and a configuration that must be JSON", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  await page.getByText("Modulized", { exact: true }).click();
  await page.getByRole("button", { name: "Add Module" }).click();
  await page.keyboard.type("Extract");
  const add = page.getByRole("button", { name: "Add wrapper to Module 1" });
  for (const wrapper of ["Format JSON", "Validate input"]) {
    await add.click();
    await page.getByRole("menuitem", { name: wrapper, exact: true }).click();
  }
  // An item already present is not offered again, and 'No wrapper' never is.
  await add.click();
  await expect(page.getByRole("menuitem", { name: "Format list" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: /^(Format JSON|No wrapper)$/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Apply Validate input earlier" }).click();
  const wrappers = page.getByRole("list", { name: "Wrappers of Module 1" }).getByRole("listitem");
  await expect(wrappers).toHaveText(["Validate input", "Format JSON"]);

  await page.getByText("Configuration").click();
  const config = page.getByLabel("Configuration of Module 1", { exact: true });
  await config.fill('{"retries": ');
  await expect(page.getByText(/is not valid JSON/)).toBeVisible();
  await config.fill('{"retries": 2}');
  await expect(page.getByText(/is not valid JSON/)).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/prompt=/);
  await page.reload();
  await expect(wrappers).toHaveText(["Validate input", "Format JSON"]);
  await expect(config).toHaveValue('{\n  "retries": 2\n}');
});

test("an asset of a block that stands in its fields is saved with the rest, and comes along when one leaves", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Half typed",
    structure_type: "advanced",
    content: { blocks: [{ id: "b", title: "Research" }] },
  });
  const assets = async () => {
    const { content } = await (await context.request.get(`/api/prompts/${id}`)).json();
    return content.blocks[0].assets.map(({ reference }: { reference: string }) => reference);
  };
  const fill = async (reference: string) => {
    await page.getByRole("button", { name: "Add asset", exact: true }).click();
    const block = page.getByRole("region", { name: "Block 1", exact: true });
    await block.getByLabel("Type", { exact: true }).selectOption("url");
    await block.getByLabel(/^Reference/).fill(reference);
  };
  await page.goto(`/editor?prompt=${id}`);
  await fill("https://example.org/one");
  await page.keyboard.press("Control+s");
  await expect.poll(assets).toEqual(["https://example.org/one"]);
  await expect(page.getByLabel(/^Reference/)).toHaveCount(0);

  await fill("https://example.org/two");
  await page.getByRole("link", { name: "Explorer" }).first().click();
  await page.getByRole("button", { name: "Save and leave" }).click();
  await expect(page).toHaveURL(/\/explorer/);
  expect(await assets()).toEqual(["https://example.org/one", "https://example.org/two"]);
});

test("an advanced prompt has blocks with modules and assets", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByRole("button", { name: "Add Block" }).click();
  await page.keyboard.type("Research");
  const block = page.getByRole("region", { name: "Block 1", exact: true });
  await block.getByRole("button", { name: "Add Module" }).click();
  await page.keyboard.type("Search");
  await block.getByLabel("Text of Module 1").fill("Look for sources.");
  await block.getByRole("button", { name: "Add asset" }).click();
  await expect(block.getByRole("button", { name: "Add Asset", exact: true })).toBeDisabled();
  await block.getByLabel("Type", { exact: true }).selectOption("url");
  await block.getByLabel(/^Reference/).fill("   ");
  await expect(block.getByRole("button", { name: "Add Asset", exact: true })).toBeDisabled();
  await block.getByLabel(/^Reference/).fill("https://example.org/guide");
  await page.keyboard.press("Enter");
  await expect(block.getByText("https://example.org/guide")).toBeVisible();

  // Every block has a first module, so their names include the block.
  await page.getByRole("button", { name: "Add Block" }).click();
  await page
    .getByRole("region", { name: "Block 2", exact: true })
    .getByRole("button", { name: "Add Module" })
    .click();
  for (const name of ["Module 1 of Block 1", "Module 1 of Block 2"]) {
    await expect(page.getByRole("region", { name, exact: true })).toHaveCount(1);
    await expect(page.getByRole("button", { name: `Move ${name}`, exact: true })).toHaveCount(1);
  }
  await expectAccessible(page);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/prompt=/);
  await page.reload();
  await expect(block.getByLabel("Title of Block 1")).toHaveValue("Research");
  await expect(block.getByLabel("Text of Module 1")).toHaveValue("Look for sources.");
  await expect(block.getByText("https://example.org/guide")).toBeVisible();
});

test("a block takes a prompt by its name, and modules and sections come from the library", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "House style" });
  const component = async (data: Record<string, unknown>) => {
    const response = await context.request.post("/api/components", { data });
    expect(response.status(), await response.text()).toBe(201);
    return (await response.json()) as { id: string };
  };
  const module = await component({
    type: "module",
    title: "Cite sources",
    description: "Says where it is from",
    content: { moduleContent: "Name a source for every claim.", moduleConfig: { style: "APA" } },
  });
  await component({
    type: "template",
    title: "Short brief",
    content: {
      templateStructure: {
        sections: [
          { title: "Emitter", content: "Who reads it." },
          { title: "Length", content: "One page." },
        ],
      },
    },
  });

  await page.goto("/editor?new=prompt");
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByRole("button", { name: "Add Block" }).click();
  const block = page.getByRole("region", { name: "Block 1", exact: true });
  await block.getByRole("button", { name: "Add asset" }).click();
  await block.getByLabel("Find a prompt").fill("house");
  await block.getByRole("button", { name: /^House style/ }).click();
  await expect(block.getByLabel(/^Reference/)).toHaveValue(id);
  await expectAccessible(page);
  await block.getByRole("button", { name: "Add Asset", exact: true }).click();
  await expect(block.getByRole("list", { name: "Assets of Block 1" })).toContainText("House style");

  await block.getByRole("button", { name: "From library" }).click();
  await page.getByLabel("Search components").fill("cite");
  // The list filters, and its entries move, while the search is pending.
  await expect(page.getByRole("list", { name: "Components" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: /^Cite sources/ }).click();
  await expect(block.getByLabel("Text of Module 1")).toHaveValue("Name a source for every claim.");
  await expect(block.getByLabel("Title of Module 1")).toHaveValue("Cite sources");
  await expect(block.getByLabel("Title of Module 1")).toBeFocused();
  await expect(block.getByLabel("Configuration of Module 1 of Block 1", { exact: true })).toHaveValue(
    /"APA"/,
  );
  await expect
    .poll(async () => (await (await context.request.get(`/api/components/${module.id}`)).json()).usage_count)
    .toBe(1);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/prompt=/);

  await page.goto("/editor?new=prompt");
  await page.getByText("Structured", { exact: true }).click();
  await page.getByRole("button", { name: "From a template" }).click();
  await page.getByRole("button", { name: /^Short brief/ }).click();
  await expect(page.getByLabel("Title of Section 1")).toHaveValue("Emitter");
  await expect(page.getByLabel("Text of Section 2")).toHaveValue("One page.");
});

test("on a phone a new prompt begins with its name and its text, and the details unfold inside their card", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/editor?new=prompt");
  for (const first of [page.getByLabel("Title"), page.getByRole("button", { name: "Add Segment" })]) {
    const box = await first.boundingBox();
    expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844);
  }
  await page.getByRole("button", { name: /^Details/ }).click();
  const card = await page.getByRole("region", { name: "Details" }).boundingBox();
  if (!card) throw new Error("the card is drawn");
  for (const control of [page.getByLabel("Title"), page.getByLabel("Type", { exact: true })]) {
    const box = await control.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(card.x + card.width - 8);
  }
  await page.getByLabel("Title").click();
  await page.keyboard.type("Release notes");
  await expect(page.getByLabel("Title")).toHaveValue("Release notes");
});

test("changing the structure asks first when there is content, and undo brings it back", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type("worth keeping");
  await page.getByText("Advanced", { exact: true }).click();
  await page.getByRole("button", { name: "Change structure" }).click();
  await expect(page.getByText("No blocks yet")).toBeVisible();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("worth keeping");
});

test("a text of 50 KB is written in a plain field, and in the large editor on a press, at the same place", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const long = Array.from({ length: 1800 }, (_, line) => `Line ${line + 1} of a long text.`).join("\n");
  const { id } = await createPrompt(context.request, {
    title: "Long",
    content: { segments: [{ id: "s", order: 0, type: "user", content: long }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  const field = page.getByRole("textbox", { name: "Text of Segment 1" });
  await field.click();
  await page.keyboard.press("Control+End");
  await page.keyboard.insertText(" Plain. 😀");
  await expect(field).toHaveValue(`${long} Plain. 😀`);
  await page.getByRole("button", { name: "Open in the large editor" }).click();
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  await page.keyboard.insertText(" Large.");
  await page.getByRole("button", { name: "Close the large editor" }).click();
  await expect(field).toHaveValue(`${long} Plain. 😀 Large.`);
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const saved = await (await context.request.get(`/api/prompts/${id}`)).json();
  expect(saved.content.segments[0].content).toBe(`${long} Plain. 😀 Large.`);
});

test("a very long text opens in the large editor, and what is typed there is saved", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const long = Array.from({ length: 4000 }, (_, line) => `Line ${line + 1} of a long text.`).join("\n");
  const { id } = await createPrompt(context.request, {
    title: "Long",
    content: { segments: [{ id: "s", order: 0, type: "user", content: long }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByLabel("Text of Segment 1").click();
  await expect(page.locator(".monaco-editor .view-line").first()).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("Typed in Monaco. 😀 ");
  await expect(page.getByText("Unsaved changes")).toBeVisible();
  await expect(page.getByRole("article", { name: "Preview" })).toContainText("Typed in Monaco. 😀 Line 1");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const saved = await (await context.request.get(`/api/prompts/${id}`)).json();
  expect(saved.content.segments[0].content).toBe(`Typed in Monaco. 😀 ${long}`);

  // Closing it returns to the plain field.
  await page.getByRole("button", { name: "Close the large editor" }).click();
  const field = page.getByRole("textbox", { name: "Text of Segment 1" });
  await field.click();
  await page.keyboard.press("Control+Home");
  await page.keyboard.insertText("Plainly. ");
  await expect(field).toHaveValue(`Plainly. Typed in Monaco. 😀 ${long}`);
});

test("a word that is composed is shown as it grows, saved, and undone as one", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Composed",
    content: { segments: [{ type: "user", content: "前" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  const text = page.getByLabel("Text of Segment 1");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await text.press("End");
  // Simulates an input method: every key replaces the word until it is chosen.
  const devtools = await context.newCDPSession(page);
  const compose = (word: string) =>
    devtools.send("Input.imeSetComposition", {
      text: word,
      selectionStart: word.length,
      selectionEnd: word.length,
    });
  await compose("に");
  await compose("にほ");
  await expect(preview).toContainText("前にほ");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await compose("にほんご");
  await devtools.send("Input.insertText", { text: "日本語" });
  await expect(text).toHaveValue("前日本語");
  await expect(preview).toContainText("前日本語");
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue("前");
  await page.keyboard.press("Control+Shift+z");
  await expect(text).toHaveValue("前日本語");
});

test("undo by the toolbar, by keys in a text and by the browser's menu go over the same steps", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Steps",
    content: {
      segments: [
        { type: "user", content: "" },
        { type: "user", content: "second" },
      ],
    },
  });
  await page.goto(`/editor?prompt=${id}`);
  const text = page.getByLabel("Text of Segment 1");
  await text.click();
  await page.keyboard.type("alpha beta gamma");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect(text).toHaveValue("alpha beta ");
  await text.click();
  await page.keyboard.press("Control+z");
  await expect(text).toHaveValue("alpha ");
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  await expect(text).toHaveValue("alpha beta gamma");
  const menu = (inputType: string) =>
    text.evaluate((field, inputType) => {
      field.dispatchEvent(new InputEvent("beforeinput", { inputType, bubbles: true, cancelable: true }));
    }, inputType);
  await menu("historyUndo");
  await expect(text).toHaveValue("alpha beta ");
  await menu("historyRedo");
  await expect(text).toHaveValue("alpha beta gamma");

  // A removal is undone from within another text, which stays unchanged.
  await page.getByRole("button", { name: "Remove Segment 2" }).click();
  await expect(page.getByLabel("Text of Segment 2")).toHaveCount(0);
  await text.click();
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue("second");
  await expect(text).toHaveValue("alpha beta gamma");

  // The title's undo goes word by word; the tag input, which is not part of the prompt yet, has the browser's
  // undo.
  await page.getByRole("button", { name: /^Details/ }).click();
  await page.getByLabel("Title").first().fill("Steps");
  await page.keyboard.press("End");
  await page.keyboard.type(" up high");
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Title").first()).toHaveValue("Steps up ");
  await page.getByLabel("Tags").fill("tag");
  await page.keyboard.press("Control+z");
  await expect(page.getByLabel("Tags")).toHaveValue("");
  await expect(page.getByLabel("Title").first()).toHaveValue("Steps up ");
});

test("line ends of Windows stay where nobody typed", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "CRLF",
    content: { segments: [{ id: "s", order: 0, type: "user", content: "one\r\ntwo\r\n" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByLabel("Text of Segment 1").focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("three");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  const saved = await (await context.request.get(`/api/prompts/${id}`)).json();
  expect(saved.content.segments[0].content).toBe("one\r\ntwo\r\nthree");
});

test("an asset is made by type and opens in the asset editor", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?asset=true");
  const dialog = page.getByRole("dialog", { name: "Select Asset Type" });
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeVisible();
  await dialog.getByText("Persona", { exact: true }).click();
  await dialog.getByRole("button", { name: "Create Asset" }).click();
  await expect(page.getByText("Persona Asset")).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Untitled Persona");
  await expect(page.getByLabel("Title")).toBeFocused();
  await page.keyboard.type("Tutor");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Tutor");
  await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type("A patient teacher.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/asset-editor\//);
  await expect(page.getByRole("button", { name: "Save Asset" })).toBeDisabled();
  await page.getByRole("link", { name: "Back to Explorer" }).click();
  await expect(page).toHaveURL(/\/explorer/);
});

test("what is written stays under the fingers while a new one gets its address", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const undo = page.getByRole("button", { name: /^Undo/ });

  // A new asset changes its address to another page's.
  await page.goto("/editor?new=persona");
  const role = page.getByLabel("Role");
  await role.click();
  await page.keyboard.type("Teacher");
  await page.keyboard.press("Home");
  await page.keyboard.press("Control+s");
  await page.keyboard.type("A ");
  await expect(page).toHaveURL(/\/asset-editor\//);
  await expect(page.getByRole("button", { name: "Save Asset" })).toBeVisible();
  await page.keyboard.type("patient ");
  await expect(role).toBeFocused();
  await expect(role).toHaveValue("A patient Teacher");
  await undo.click();
  await expect(role).not.toHaveValue("A patient Teacher");
  while (await undo.isEnabled()) await undo.click();
  await expect(role).toHaveValue("");

  // A prompt preserves its scroll position.
  await page.goto("/editor?new=prompt");
  for (let count = 0; count < 9; count += 1) await page.getByRole("button", { name: "Add Segment" }).click();
  await page.keyboard.type("The last");
  const top = () => page.evaluate(() => window.scrollY);
  await expect.poll(top).toBeGreaterThan(0);
  const before = await top();
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/prompt=/);
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.keyboard.type(" words");
  await expect(page.getByLabel("Text of Segment 9")).toHaveValue("The last words");
  expect(await top()).toBe(before);
});

test("the editor works at 390 pixels", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  const { id } = await createPrompt(context.request, {
    title: "A rather long title for a small screen",
    content: { segments: [{ id: "s", order: 0, type: "user", content: "Hello" }] },
  });
  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByLabel("Text of Segment 1")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Preview" }).click();
  await expect(page.getByRole("dialog", { name: "Preview" })).toContainText("Hello");
  await expectAccessible(page);
});

test("a section that moves is announced by its title", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, {
    title: "Two sections",
    structure_type: "structured",
    content: {
      sections: [
        { id: "a", title: "Role", content: "You review." },
        { id: "b", title: "", content: "{{code}}" },
      ],
    },
  });
  await page.goto(`/editor?prompt=${id}`);
  await page.getByLabel("Text of Section 1").press("Alt+ArrowDown");
  await expect(page.getByText("“Role” is now at position 2 of 2.")).toBeAttached();
  // A section without a title is named by its position.
  await page.getByLabel("Text of Section 1").press("Alt+ArrowDown");
  await expect(page.getByText("Section 1 is now at position 2 of 2.")).toBeAttached();
  await page.getByRole("button", { name: "Move Section 1", exact: true }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^(Picked up “Role”|“Role” is over) /)).toBeAttached();
  await page.keyboard.press("Escape");
});

test("a title takes what may be stored, and says what was left out", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor?new=prompt");
  const title = page.getByLabel("Title");
  await title.fill("x".repeat(100_000));
  await expect(title).toHaveValue("x".repeat(200));
  await expect(page.getByText("the last 99,800 were removed")).toBeVisible();
  await title.press("Backspace");
  await expect(page.getByText("were removed")).toBeHidden();
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
});

test("the title is edited in the header, by mouse and by keyboard", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, { title: "First title" });
  await page.goto(`/editor?prompt=${id}`);
  const heading = page.getByRole("heading", { level: 1 });
  await heading.getByRole("button", { name: "First title" }).click();
  await page.keyboard.type("Second title");
  await page.keyboard.press("Enter");
  await expect(heading.getByRole("button", { name: "Second title" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("Third title");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+s");
  await expect(page.getByTitle("All changes are saved")).toBeVisible();
  await page.reload();
  await expect(heading).toHaveText("Third title");
});
