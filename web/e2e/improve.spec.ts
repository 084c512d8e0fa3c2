// Improving a prompt with AI, whole or in part, change by change; nothing changes before it is applied.
import type { Page } from "@playwright/test";
import { createPrompt, expectAccessible } from "./fixtures";
import { expect, test } from "./paid-world";

// Found by title and label: an open dialog hides the page from role queries.
const balance = (page: Page) => page.getByTitle("AI credits");

const texts = (page: Page) =>
  page
    .getByLabel(/^Text of Segment/)
    .evaluateAll((fields) => fields.map((field) => (field as HTMLTextAreaElement).value));

async function openPoet(page: Page) {
  const segments = [
    { id: "a", order: 0, type: "system", content: "You are a dull poet." },
    { id: "b", order: 1, type: "user", content: "Write about {{topic}}." },
  ];
  const { id } = await createPrompt(page.request, { title: "Poet", content: { segments } });
  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("You are a dull poet.");
  return id;
}

/** The price beside the button. */
async function quoted(page: Page): Promise<number> {
  const quote = page.getByRole("dialog").getByText(/^\d+ credits$/);
  return Number.parseInt((await quote.textContent()) ?? "", 10);
}

test.describe("with a plan that has AI", () => {
  test.use({ settings: "pro" });

  test("a prompt is improved change by change, then one part by itself", async ({ page, user, world }) => {
    test.setTimeout(120_000);
    expect(user.id).toBeTruthy();
    const id = await openPoet(page);
    await expect(balance(page)).toHaveText("1,100");

    await page.getByRole("button", { name: "Improve", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
    await dialog.getByRole("button", { name: "Clearer" }).click();
    await expect(dialog.getByLabel("What should be improved?")).toHaveValue(/^Make it clearer/);
    await expectAccessible(page);
    const price = await quoted(page);
    await dialog.getByLabel("What should be improved?").press("Control+Enter");

    const changes = dialog.getByRole("list", { name: "Changes" }).getByRole("article");
    await expect(changes).toHaveCount(3);
    await expect(balance(page)).toHaveText((1_100 - price).toLocaleString("en"));
    await expect(dialog.getByText(`This improvement cost ${price} credits.`)).toBeVisible();
    await expect(dialog.getByText("No longer in the prompt: {{topic}}")).toBeVisible();
    await expect(dialog.getByText("3 changes, 3 accepted.")).toBeVisible();
    await expectAccessible(page);
    // The prompt is still unchanged.
    expect(await texts(page)).toEqual(["You are a dull poet.", "Write about {{topic}}."]);

    const second = changes.filter({ hasText: "Write four lines" });
    await second.getByText("Reject", { exact: true }).click();
    await expect(second.getByText("Rejected: this stays as it is.")).toBeVisible();
    await expect(dialog.getByText("No longer in the prompt")).toBeHidden();
    await dialog.getByRole("button", { name: "Apply 2 of 3" }).click();
    await expect(dialog).toBeHidden();
    const improved = ["You are a lively poet.", "Write about {{topic}}.", "Do not rhyme."];
    await expect.poll(() => texts(page)).toEqual(improved);

    // It is an ordinary edit: undone, redone, saved.
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect.poll(() => texts(page)).toEqual(["You are a dull poet.", "Write about {{topic}}."]);
    await page.getByRole("button", { name: /^Redo/ }).click();
    await expect.poll(() => texts(page)).toEqual(improved);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Saved", { exact: true })).toBeVisible();
    const stored = await (await page.request.get(`/api/prompts/${id}`)).json();
    expect(stored.content.segments.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual(["a", "b"]);
    expect(stored.content.segments[0].content).toBe("You are a lively poet.");
    // The previous text stays in the history.
    const replaced = await (await page.request.get(`/api/prompts/${id}/versions/1.0.0`)).json();
    expect(replaced.content.segments[0].content).toBe("You are a dull poet.");

    // One part.
    await page.getByRole("button", { name: "More for Segment 2" }).click();
    await page.getByRole("menuitem", { name: "Improve with AI" }).click();
    const part = page.getByRole("dialog", { name: "Improve Segment 2" });
    await part.getByLabel("What should be improved?").fill("only the task");
    const partPrice = await quoted(page);
    await part.getByRole("button", { name: "Improve", exact: true }).click();
    await expect(part.getByText("1 change, 1 accepted.")).toBeVisible();
    await part.getByRole("button", { name: "Apply all" }).click();
    await expect
      .poll(() => texts(page))
      .toEqual([
        "You are a lively poet.",
        "Write four lines about {{topic}}, without rhyme.",
        "Do not rhyme.",
      ]);
    await expect(balance(page)).toHaveText((1_100 - price - partPrice).toLocaleString("en"));
    // For one part, the model gets that part to change and the others as context.
    const asked = (await world.asked()).at(-1);
    expect(asked?.user).toContain("Write about {{topic}}.");
    expect(asked?.user).not.toContain("lively");
    expect(asked?.system).toContain("lively");
  });

  test("unsaved text is improved, and leaving keeps nothing", async ({ page, user }) => {
    test.setTimeout(120_000);
    expect(user.id).toBeTruthy();
    await page.goto("/editor");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("button", { name: "Improve", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
    await expect(dialog.getByText("Text to improve is required")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Improve", exact: true })).toBeDisabled();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Add Segment" }).click();
    await page.keyboard.type("You are a dull poet.");
    await page.getByRole("button", { name: "Add Segment" }).click();
    await page.keyboard.type("Write.");

    await page.getByRole("button", { name: "Improve", exact: true }).click();
    await dialog.getByRole("button", { name: "Improve", exact: true }).click();
    await expect(dialog.getByRole("list", { name: "Changes" }).getByRole("article")).toHaveCount(3);
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Keep reviewing" }).click();
    await expect(dialog.getByText("3 changes, 3 accepted.")).toBeVisible();
    await dialog.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect(dialog).toBeHidden();
    expect(await texts(page)).toEqual(["You are a dull poet.", "Write."]);
    await expect(page).toHaveURL(/new=prompt/);
    const { items } = await (await page.request.get("/api/prompts")).json();
    expect(items).toEqual([]);
  });

  test("nothing to change costs nothing", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    const segments = [
      { id: "a", order: 0, type: "system", content: "You are good already." },
      { id: "b", order: 1, type: "user", content: "Write about {{topic}}." },
    ];
    const { id } = await createPrompt(page.request, { title: "Poet", content: { segments } });
    await page.goto(`/editor?prompt=${id}`);
    await page.getByRole("button", { name: "Improve", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
    await dialog.getByRole("button", { name: "Improve", exact: true }).click();
    await expect(dialog.getByText("The model found nothing to change. Nothing was charged.")).toBeVisible();
    await expect(balance(page)).toHaveText("1,100");
    await expectAccessible(page);
  });

  test.describe("and a model that fails", () => {
    test.use({ alsoExpected: ["502"] });

    test("cancelling costs nothing, and a failure keeps what was wished for", async ({ page, user }) => {
      test.setTimeout(120_000);
      expect(user.id).toBeTruthy();
      const segments = [{ id: "a", order: 0, type: "system", content: "You are a poet." }];
      const { id } = await createPrompt(page.request, { title: "Poet", content: { segments } });
      await page.goto(`/editor?prompt=${id}`);
      await page.getByRole("button", { name: "Improve", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
      const wish = dialog.getByLabel("What should be improved?");
      await wish.fill("a stalled answer");
      await dialog.getByRole("button", { name: "Improve", exact: true }).click();
      await expect(dialog.getByText("Improving with AI...")).toBeVisible();
      await expect(wish).toBeDisabled();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog.getByText("Improving with AI...")).toBeHidden();
      await expect(wish).toHaveValue("a stalled answer");

      await wish.fill("an answer of the wrong shape");
      await dialog.getByRole("button", { name: "Improve", exact: true }).click();
      await expect(dialog.getByRole("alert")).toContainText("Failed to parse generated content as JSON");
      await expect(wish).toHaveValue("an answer of the wrong shape");
      await expectAccessible(page);
      await expect(balance(page)).toHaveText("1,100");
      await expect.poll(async () => (await (await page.request.get("/api/credits")).json()).reserved).toBe(0);
    });
  });

  test("on a phone the dialog fits", async ({ page, user }) => {
    test.setTimeout(120_000);
    expect(user.id).toBeTruthy();
    await page.setViewportSize({ width: 390, height: 844 });
    await openPoet(page);
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "Improve" }).click();
    const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
    await dialog.getByRole("button", { name: "Improve", exact: true }).click();
    await expect(dialog.getByRole("list", { name: "Changes" }).getByRole("article")).toHaveCount(3);
    await expectAccessible(page);
    const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(await isWider()).toBe(false);
  });
});

test("a plan without AI is offered an upgrade", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await openPoet(page);
  await page.getByRole("button", { name: "Improve", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Improve this prompt" });
  await expect(dialog.getByRole("heading", { name: "Upgrade for AI Features" })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("link", { name: "See the plans" }).click();
  await expect(page).toHaveURL(/tab=billing/);
});
