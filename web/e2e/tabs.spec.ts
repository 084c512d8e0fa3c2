// Several tabs of one browser: a draft open in one tab is not taken over by another tab or another user.
import { type BrowserContext, type Page, request } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test, write } from "./fixtures";

/** Waits until the browser stores a draft with this text. */
async function keptIn(page: Page, text: string): Promise<void> {
  const drafts = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open("promptcase");
          opening.onerror = () => reject(opening.error);
          opening.onsuccess = () => {
            const all = opening.result.transaction("drafts").objectStore("drafts").getAll();
            all.onsuccess = () => resolve(JSON.stringify(all.result));
          };
        }),
    );
  await expect.poll(drafts).toContain(text);
}

/**
 * Signs in another user outside the app, without notifying its tabs. Returns a function that restores the first
 * user's session.
 */
async function signInBeside(context: BrowserContext, baseURL: string | undefined, name: string) {
  const before = await context.cookies();
  // Signing in over a session would end it, so a separate context signs in and its cookie replaces the first one.
  const elsewhere = await request.newContext({ ...(baseURL && { baseURL }) });
  const user = await registerUser(elsewhere, name);
  await context.addCookies((await elsewhere.storageState()).cookies);
  await elsewhere.dispose();
  return { user, comeBack: () => context.addCookies(before) };
}

/** Over plain HTTP from another machine, a browser has no Web Locks. */
async function takeLocks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "locks", { get: () => undefined });
  });
}

for (const [where, prepare] of [
  ["", async () => {}],
  [" over plain HTTP", takeLocks],
] as const) {
  test(`a tab leaves alone what is written in another${where}, and one of two goes on with it`, async ({
    page,
    user,
    context,
  }) => {
    expect(user.id).toBeTruthy();
    await prepare(context);
    await write(page, "First tab", "first words");
    await keptIn(page, "first words");
    const address = page.url();

    const second = await context.newPage();
    await second.goto(address);
    await expect(second.getByLabel("Title")).toHaveValue("Untitled Prompt");
    await write(second, "Second tab", "second words");
    await keptIn(second, "second words");
    await second.reload();
    await expect(second.getByLabel("Title")).toHaveValue("Second tab");
    await expect(second.getByLabel("Text of Segment 1")).toHaveValue("second words");
    await expect(page.getByLabel("Title")).toHaveValue("First tab");

    // The first tab crashes. Two tabs find its draft at the same moment: one takes it over, the other starts
    // anew.
    await page.close({ runBeforeUnload: false });
    const finders = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all(finders.map((finder) => finder.goto(address)));
    const titles = async () => {
      const found = finders.map((finder) => finder.getByLabel("Title").inputValue());
      return (await Promise.all(found)).sort();
    };
    await expect.poll(titles).toEqual(["First tab", "Untitled Prompt"]);
  });
}

test("a tab that was too busy to answer goes on with its own text, also after a reload", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  await takeLocks(context);
  await write(page, "Mine", "first words");
  await keptIn(page, "first words");
  const address = page.url();
  const silence = (isBusy: boolean) =>
    page.evaluate((isBusy) => {
      const shared = window as { post?: BroadcastChannel["postMessage"] };
      shared.post ??= BroadcastChannel.prototype.postMessage;
      BroadcastChannel.prototype.postMessage = isBusy ? () => {} : shared.post;
    }, isBusy);
  await silence(true);
  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByText("Unsaved changes were restored")).toBeVisible();
  await silence(false);

  await page.getByLabel("Text of Segment 1").fill("first words and more");
  await keptIn(page, "first words and more");
  await expect(page).not.toHaveURL(address);
  page.on("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue("first words and more");
  await expect(second.getByLabel("Text of Segment 1")).toHaveValue("first words");
});

test.describe("an account that is signed in outside of an open tab", () => {
  test.use({ expectedFailures: [" 412", " 404", "Failed to load resource"] });

  test("gets nothing of what is written there, which waits for who wrote it", async ({
    page,
    user,
    context,
    baseURL,
  }) => {
    await write(page, "Grace's secret", "private");
    await keptIn(page, "private");
    const bob = await signInBeside(context, baseURL, "Bob");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Bob is now signed in")).toBeVisible();
    await expect(
      page.getByText(`Unsaved prompts and components of ${user.full_name} are kept`),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Account menu of Bob" })).toBeVisible();
    await expect(page.getByLabel("Title")).not.toHaveValue("Grace's secret");
    await expectAccessible(page);
    const stored = await context.request.get("/api/prompts?owner=me&kind=all");
    expect((await stored.json()).items).toEqual([]);
    expect((await (await context.request.get("/api/auth/session")).json()).user.id).toBe(bob.user.id);

    await bob.comeBack();
    await page.goto("/editor");
    await page.getByRole("button", { name: "Open draft" }).click();
    await expect(page.getByLabel("Title")).toHaveValue("Grace's secret");
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("private");
  });

  test("changes nothing of what a component's page or a dialog there would save", async ({
    page,
    user,
    context,
    baseURL,
  }) => {
    expect(user.id).toBeTruthy();
    const data = { title: "Tone", type: "module", is_public: true, content: { moduleContent: "one" } };
    const { id } = await (await context.request.post("/api/components", { data })).json();
    await page.goto(`/component-editor/${id}`);
    await expect(page.getByLabel("Module content")).toHaveValue("one");
    const bob = await signInBeside(context, baseURL, "Bob");
    await page.getByLabel("Module content").fill("one two");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Bob is now signed in")).toBeVisible();
    await expect(page.getByText("Only its author can change this component.")).toBeVisible();
    await bob.comeBack();
    await page.reload();
    await expect(page.getByLabel("Module content")).toHaveValue("one two");

    await page.goto("/collections");
    await page.getByRole("button", { name: "New Collection" }).first().click();
    await page.getByRole("dialog").getByLabel("Title").fill("Grace's shelf");
    await signInBeside(context, baseURL, "Carol");
    await page.getByRole("button", { name: "Create Collection" }).click();
    await expect(page.getByText("Carol is now signed in")).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const shelves = await context.request.get("/api/collections?owner=me&parent_id=any");
    expect((await shelves.json()).items).toEqual([]);
  });

  test("is told to a tab that only saves what is there already", async ({ page, user, context, baseURL }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, {
      title: "Grace's own",
      content: { segments: [{ type: "user", content: "one" }] },
    });
    await page.goto(`/editor?prompt=${id}`);
    await page.getByLabel("Text of Segment 1").fill("one two");
    await keptIn(page, "one two");
    const bob = await signInBeside(context, baseURL, "Bob");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Bob is now signed in")).toBeVisible();
    await bob.comeBack();
    await page.goto(`/editor?prompt=${id}`);
    await expect(page.getByText("Unsaved changes were restored")).toBeVisible();
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("one two");
  });
});
