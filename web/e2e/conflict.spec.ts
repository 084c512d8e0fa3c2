// Two editors of one prompt, a crashed tab, a lost network: no typed text is lost.
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

const twoSegments = {
  title: "Shared",
  content: {
    segments: [
      { id: "a", order: 0, type: "system", content: "You review code." },
      { id: "b", order: 1, type: "user", content: "Review this." },
    ],
  },
};

const first = (page: Page) => page.getByLabel("Text of Segment 1");
const second = (page: Page) => page.getByLabel("Text of Segment 2");
const saved = (page: Page) => page.getByText("Saved", { exact: true });

/** Waits until IndexedDB holds the typed text: only that survives a crash. */
async function expectDraft(page: Page, text: string): Promise<void> {
  const drafts = async () => {
    // Opening a missing database would create an empty one.
    if (!(await indexedDB.databases()).some(({ name }) => name === "promptcase")) return "";
    return new Promise<string>((resolve, reject) => {
      const opening = indexedDB.open("promptcase");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction("drafts").objectStore("drafts").getAll();
        reading.onerror = () => reject(reading.error);
        reading.onsuccess = () => {
          opening.result.close();
          resolve(JSON.stringify(reading.result));
        };
      };
    });
  };
  await expect.poll(() => page.evaluate(drafts)).toContain(text);
}

test("another tab's save is noticed and offered, and edits of different places merge without a question", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, twoSegments);
  const other = await context.newPage();
  await page.goto(`/editor?prompt=${id}`);
  await other.goto(`/editor?prompt=${id}`);
  await first(page).fill("You review Rust code.");
  await second(other).fill("Review this diff.");
  await other.keyboard.press("Control+s");
  await expect(saved(other)).toBeVisible();

  await expect(page.getByText("Version 1.0.1 was saved elsewhere")).toBeVisible();
  // The text typed here is unchanged.
  await expect(first(page)).toHaveValue("You review Rust code.");
  await page.getByRole("button", { name: "Compare and merge…" }).click();
  await expect(page.getByText("You changed different parts")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Merge both" }).click();
  await expect(saved(page)).toBeVisible();
  await expect(first(page)).toHaveValue("You review Rust code.");
  await expect(second(page)).toHaveValue("Review this diff.");

  // The other tab has no unsaved changes: it is offered the new version and shows it on request.
  await expect(other.getByText("Version 1.0.2 was saved elsewhere")).toBeVisible();
  await other.getByRole("button", { name: "Show it" }).click();
  await expect(first(other)).toHaveValue("You review Rust code.");
});

test.describe("a save that meets another one", () => {
  test.use({ expectedFailures: ["409", "Failed to load resource"] });

  test("asks only about what both changed, and keeps what is chosen", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, twoSegments);
    await page.goto(`/editor?prompt=${id}`);
    await first(page).fill("You review Rust code.");
    const { segments } = twoSegments.content;
    const elsewhere = [
      { ...segments[0], content: "You review Go code." },
      { ...segments[1], content: "Review this diff." },
    ];
    await context.request.put(`/api/prompts/${id}`, {
      data: { ...twoSegments, content: { segments: elsewhere }, base_version: "1.0.0" },
    });
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Conflict", { exact: true })).toBeVisible();
    const dialog = page.getByRole("dialog", { name: "Version 1.0.1 was saved while you were editing" });
    const questions = dialog.getByRole("list", { name: "Conflicts" }).getByRole("listitem");
    await expect(questions).toHaveCount(1);
    await expect(questions.locator("mark").filter({ hasText: "Rust" })).toBeVisible();
    await expect(questions.locator("mark").filter({ hasText: "Go" })).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Merge with these choices" })).toBeDisabled();
    await expectAccessible(page);
    await dialog.getByLabel("Keep both").check();
    await dialog.getByRole("button", { name: "Merge with these choices" }).click();
    await expect(saved(page)).toBeVisible();
    await expect(first(page)).toHaveValue("You review Rust code.\nYou review Go code.");
    await expect(second(page)).toHaveValue("Review this diff.");
  });

  test("keep mine and take theirs do what they say, and undo brings mine back", async ({
    page,
    user,
    context,
  }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, twoSegments);
    const elsewhere = async (content: string, base_version: string) => {
      const response = await context.request.put(`/api/prompts/${id}`, {
        data: {
          ...twoSegments,
          content: {
            segments: [{ id: "a", order: 0, type: "system", content }, twoSegments.content.segments[1]],
          },
          base_version,
        },
      });
      expect(response.status()).toBe(200);
    };
    await page.goto(`/editor?prompt=${id}`);
    await first(page).fill("Mine.");
    await elsewhere("Theirs.", "1.0.0");
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Keep mine" }).click();
    await expect(saved(page)).toBeVisible();
    await expect(first(page)).toHaveValue("Mine.");
    const history = await (await context.request.get(`/api/prompts/${id}/versions`)).json();
    expect(history.items).toMatchObject([{ version_batch: 2 }, { version_batch: 1 }, { version_batch: 0 }]);

    await first(page).fill("Mine again.");
    await elsewhere("Theirs again.", "1.0.2");
    await page.keyboard.press("Control+s");
    await page.getByRole("button", { name: "Take theirs" }).click();
    await expect(first(page)).toHaveValue("Theirs again.");
    await page.getByRole("button", { name: /^Undo/ }).click();
    await expect(first(page)).toHaveValue("Mine again.");
  });
});

test("a tab that dies loses nothing: the draft is restored, kept or discarded", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(context.request, twoSegments);
  const doomed = await context.newPage();
  await doomed.goto(`/editor?prompt=${id}`);
  await first(doomed).fill("Typed a moment before the crash.");
  await expect(doomed.getByText("Unsaved changes")).toBeVisible();
  await expectDraft(doomed, "Typed a moment before the crash.");
  // The page closes without unload handlers.
  await doomed.close({ runBeforeUnload: false });

  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByText("Unsaved changes were restored")).toBeVisible();
  await expect(first(page)).toHaveValue("Typed a moment before the crash.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep draft" }).click();
  await page.keyboard.press("Control+s");
  await expect(saved(page)).toBeVisible();
  await page.reload();
  await expect(first(page)).toHaveValue("Typed a moment before the crash.");
  await expect(page.getByText("Unsaved changes were restored")).toBeHidden();
});

test("a new prompt that was never saved is offered again", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  const doomed = await context.newPage();
  await doomed.goto("/editor?new=prompt");
  await doomed.getByLabel("Title").fill("Never saved");
  await doomed.getByRole("button", { name: "Add Segment" }).click();
  await doomed.keyboard.type("but not lost");
  await expectDraft(doomed, "but not lost");
  await doomed.close({ runBeforeUnload: false });
  await page.goto("/editor");
  await expect(page.getByText("“Never saved”")).toBeVisible();
  await page.getByRole("button", { name: "Open draft" }).click();
  await expect(first(page)).toHaveValue("but not lost");
  await page.getByRole("button", { name: "Keep draft" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/prompt=/);
});

test("all that was never saved is offered, and what is thrown away can be brought back", async ({
  page,
  user,
  context,
}) => {
  expect(user.id).toBeTruthy();
  for (const [type, title] of [
    ["prompt", "Oldest"],
    ["persona", undefined],
    ["prompt", "Newest"],
  ] as const) {
    const doomed = await context.newPage();
    await doomed.goto(`/editor?new=${type}`);
    if (title) await doomed.getByLabel("Title").fill(title);
    else await doomed.getByLabel("Role").fill("A patient teacher");
    await expectDraft(doomed, title ?? "A patient teacher");
    await doomed.close({ runBeforeUnload: false });
  }
  // The draft of this tab is offered as well.
  await page.goto("/editor?new=prompt");
  await page.getByLabel("Title").fill("Left behind");
  await page.getByRole("link", { name: "Editor", exact: true }).first().click();
  await page.getByRole("button", { name: "Leave", exact: true }).click();
  const drafts = page.getByRole("status").getByRole("listitem");
  await expect(drafts).toHaveText([/“Left behind”/, /“Newest”/, /“A patient teacher”Persona/, /“Oldest”/]);
  await expectAccessible(page);

  const discard = (name: string) => page.getByRole("button", { name: `Discard “${name}”` });
  await discard("Newest").press("Enter");
  await expect(drafts).toHaveCount(3);
  await expect(discard("A patient teacher")).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(drafts).toHaveText([/“Left behind”/, /“Newest”/, /“A patient teacher”/, /“Oldest”/]);
  for (const name of ["Oldest", "Newest", "Left behind"]) await discard(name).press("Enter");
  await expect(page.getByText("A prompt was never saved")).toBeVisible();

  // A draft that is open in a tab is not offered elsewhere; the page notices when it becomes visible.
  const other = await context.newPage();
  await other.goto("/editor");
  await other.getByRole("button", { name: "Open draft “A patient teacher”" }).click();
  await expect(other.getByLabel("Role")).toHaveValue("A patient teacher");
  await page.reload();
  await expect(page.getByText("No prompt selected")).toBeVisible();
  await expect(drafts).toHaveCount(0);
  await other.close({ runBeforeUnload: false });
  await page.reload();
  await discard("A patient teacher").press("Enter");
  await expect(page.getByRole("main").getByRole("button", { name: "New", exact: true })).toBeFocused();
});

test.describe("a lost connection", () => {
  test.use({ expectedFailures: ["Failed to load resource", "ERR_INTERNET_DISCONNECTED"] });

  test("is said, and what was typed meanwhile is saved when it is back", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, twoSegments);
    await page.goto(`/editor?prompt=${id}`);
    await expect(first(page)).toBeVisible();
    await context.setOffline(true);
    await first(page).fill("Written in a tunnel.");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Offline", { exact: true })).toBeVisible();
    await second(page).fill("Still in the tunnel.");
    await context.setOffline(false);
    await expect(saved(page)).toBeVisible();
    const stored = await (await context.request.get(`/api/prompts/${id}`)).json();
    expect(stored.content.segments[1].content).toBe("Still in the tunnel.");
  });
});

test.describe("a prompt that is deleted elsewhere while somebody writes in it", () => {
  test.use({ expectedFailures: ["Failed to load resource", " 404"] });

  for (const [type, address] of [
    ["prompt", "editor?prompt="],
    ["persona", "asset-editor/"],
  ] as const) {
    test(`goes on as a new one: ${type}`, async ({ page, user, context }) => {
      expect(user.id).toBeTruthy();
      const { id } = await createPrompt(context.request, { ...twoSegments, prompt_type: type });
      await page.goto(`/${address}${id}`);
      await first(page).fill("Written after the end.");
      for (const gone of [`/api/prompts/${id}`, `/api/trash/prompt/${id}`]) {
        expect((await context.request.delete(gone)).status()).toBe(204);
      }
      await page.keyboard.press("Control+s");
      await expect(page.getByText("This prompt was deleted elsewhere")).toBeVisible();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Save as a new prompt" }).click();
      await expect(saved(page)).toBeVisible();
      await expect(page).not.toHaveURL(new RegExp(id));
      await page.reload();
      await expect(first(page)).toHaveValue("Written after the end.");
      await expect(second(page)).toHaveValue("Review this.");
      await expect(page.getByText("were restored")).toBeHidden();
    });
  }
});

test.describe("a server that is away for a while", () => {
  test.use({ expectedFailures: ["Failed to load resource", "ERR_CONNECTION_REFUSED"] });

  test("is asked again without anybody doing anything", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(context.request, twoSegments);
    await page.goto(`/editor?prompt=${id}`);
    await page.route(`**/api/prompts/${id}`, (route) =>
      route.request().method() === "PUT" ? route.abort("connectionrefused") : route.continue(),
    );
    await first(page).fill("Written while it restarts.");
    await page.keyboard.press("Control+s");
    await expect(page.getByText("Offline", { exact: true })).toBeVisible();
    // The browser was online all the time, so no event tells the page.
    await page.unroute(`**/api/prompts/${id}`);
    await expect(saved(page)).toBeVisible({ timeout: 15_000 });
    const stored = await (await context.request.get(`/api/prompts/${id}`)).json();
    expect(stored.content.segments[0].content).toBe("Written while it restarts.");
  });
});

test("leaving with unsaved changes asks, and autosave makes the question needless", async ({
  page,
  user,
  context,
}) => {
  await context.addInitScript(
    ([key]) => localStorage.setItem(key ?? "", JSON.stringify({ auto_save_interval: 1 })),
    [`promptcase.preferences.${user.id}`],
  );
  const { id } = await createPrompt(context.request, twoSegments);
  await page.goto("/editor?new=prompt");
  await page.getByLabel("Title").fill("Not yet saved");
  await page.getByRole("link", { name: "Explorer" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Leave with unsaved changes?" });
  await dialog.getByRole("button", { name: "Stay" }).click();
  await expect(page.getByLabel("Title")).toHaveValue("Not yet saved");
  await page.getByRole("link", { name: "Explorer" }).first().click();
  await dialog.getByRole("button", { name: "Save and leave" }).click();
  await expect(page).toHaveURL(/\/explorer/);

  await page.goto(`/editor?prompt=${id}`);
  await first(page).fill("Saved by itself.");
  // It also shows this before the first change.
  const stored = async () => (await context.request.get(`/api/prompts/${id}`)).text();
  await expect.poll(stored).toContain("Saved by itself.");
  await expect(saved(page)).toBeVisible();
  await page.getByRole("link", { name: "Explorer" }).first().click();
  await expect(page).toHaveURL(/\/explorer/);
});

test("someone else's public prompt is read, not written, and cloned", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  const stranger = await playwright.request.newContext(baseURL ? { baseURL } : {});
  const author = await registerUser(stranger, "Alan Turing");
  expect(author.id).not.toBe(user.id);
  const { id } = await createPrompt(stranger, { ...twoSegments, is_public: true });
  await page.goto(`/editor?prompt=${id}`);
  await expect(page.getByRole("link", { name: "Alan Turing" })).toHaveAttribute(
    "href",
    `/profile/${author.id}`,
  );
  const like = page.getByRole("button", { name: "Like Shared" });
  await expect(like).toHaveText("0");
  await like.click();
  await expect(like).toHaveText("1");
  await expect(like).toHaveAttribute("aria-pressed", "true");
  const reading = page.getByRole("article", { name: "Shared" });
  await expect(reading.getByRole("region", { name: "Rendered" })).toContainText("Review this.");
  await expect(reading.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
  await expect(page.getByRole("main").getByRole("textbox")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Add/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clone" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Shared (Copy)");
  await expect(page.getByText("Cloned from Shared by Alan Turing")).toBeVisible();
  await expect(page.getByRole("link", { name: "Shared", exact: true })).toHaveAttribute(
    "href",
    `/editor?prompt=${id}`,
  );
  await first(page).fill("Mine now.");
  await page.keyboard.press("Control+s");
  await expect(saved(page)).toBeVisible();
  // A private original is not named.
  await stranger.patch(`/api/prompts/${id}`, { data: { is_public: false } });
  await page.reload();
  await expect(first(page)).toHaveValue("Mine now.");
  await expect(page.getByText("Cloned from")).toHaveCount(0);
  await stranger.dispose();
});

test.describe("a prompt that is not there", () => {
  test.use({ expectedFailures: ["404", "Failed to load resource"] });

  test("says so and leads back", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    await page.goto("/editor?prompt=01a21f80-e7ee-7576-8ebb-000000000000");
    await expect(page.getByRole("heading", { name: "Prompt not found" })).toBeVisible();
    await page.goto("/asset-editor/01a21f80-e7ee-7576-8ebb-000000000000");
    await expect(page.getByRole("heading", { name: "Asset not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Explorer" }).click();
    await expect(page).toHaveURL(/\/explorer/);
  });
});
