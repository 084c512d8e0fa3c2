// A chunk fails to load: the network dropped it, or the server has a newer build. Only that part fails, says so,
// and can be retried without leaving the page.
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

/** Blocks the files whose names begin like this. Returns a function that unblocks them. */
async function withhold(page: Page, name: string): Promise<() => Promise<void>> {
  const files = new RegExp(`/assets/${name}-[^/]+\\.js$`);
  await page.route(files, (route) => route.abort("connectionreset"));
  return () => page.unroute(files);
}

test.describe("a part whose code does not come", () => {
  test.use({ expectedFailures: ["ERR_CONNECTION_RESET", "ModuleNotLoaded"] });

  test("the welcome is left out, and comes when the connection is back", async ({ page, context }) => {
    await registerUser(context.request, "Grace Hopper", true);
    const release = await withhold(page, "onboarding-dialog");
    await page.goto("/explorer");
    await expect(page.getByRole("heading", { level: 1, name: "Prompt Explorer" })).toBeVisible();
    await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("heading", { level: 1, name: "Prompt Explorer" })).toBeVisible();
    await release();
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });

  test("the palette says so, can be dismissed, and opens when asked again", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    const release = await withhold(page, "command-palette");
    await page.goto("/studio");
    await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await page.getByRole("button", { name: /^Search…/ }).click();
    const notice = page.getByRole("alert").filter({ hasText: "The command palette could not be loaded" });
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
    await page.keyboard.press("Control+k");
    await expect(notice).toBeVisible();
    await release();
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  });

  test("a palette says so, too, whose code is to come with all that signed-in pages need", async ({
    page,
    user,
  }) => {
    expect(user.id).toBeTruthy();
    const release = await withhold(page, "signed-in-extras");
    await page.goto("/explorer");
    await expect(page.getByRole("button", { name: /^Account menu/ })).toBeVisible();
    await page.waitForLoadState("networkidle");
    await page.keyboard.press("Control+k");
    const notice = page.getByRole("alert").filter({ hasText: "The command palette could not be loaded" });
    await expect(notice).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectAccessible(page);
    // Dismissed and retried in vain: the page waits longer before each automatic retry.
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
    await page.keyboard.press("Control+k");
    for (let vain = 0; vain < 3; vain += 1) {
      const asked = page.waitForRequest(/signed-in-extras/);
      await notice.getByRole("button", { name: "Try again" }).click();
      await asked;
    }
    await expect(notice).toBeVisible();
    await release();
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("combobox", { name: "Command palette" })).toBeFocused();
  });

  test("the chart is missed in its place, and the rest of the page is there", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    await createPrompt(page.request, { title: "Counted" });
    const release = await withhold(page, "day-chart");
    await page.goto("/analytics");
    const alert = page.getByRole("alert").filter({ hasText: "The chart could not be loaded" });
    await expect(alert).toBeVisible();
    await expect(page.getByRole("heading", { name: "Recent activity" })).toBeVisible();
    await release();
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator(".recharts-surface").first()).toBeVisible();
  });

  test("the account menu can be asked for again", async ({ page, user }) => {
    const release = await withhold(page, "user-menu");
    await page.goto("/studio");
    const again = page.getByRole("button", { name: "The account menu could not be loaded. Try again" });
    await expect(again).toBeVisible();
    await release();
    await again.click();
    await expect(page.getByRole("button", { name: `Account menu of ${user.full_name}` })).toBeVisible();
  });
});

test.describe("the large editor's code does not come", () => {
  test.use({ expectedFailures: ["ERR_CONNECTION_RESET"] });

  test("it can be asked for again, and the text is in it", async ({ page, user }) => {
    expect(user.id).toBeTruthy();
    const { id } = await createPrompt(page.request, {
      title: "Long",
      content: { segments: [{ type: "user", content: "one line" }] },
    });
    const release = await withhold(page, "monaco");
    await page.goto(`/editor?prompt=${id}`);
    await page.getByRole("button", { name: "Open in the large editor" }).click();
    const alert = page.getByRole("alert").filter({ hasText: "The large editor could not be loaded" });
    await expect(alert).toBeVisible();
    await release();
    await alert.getByRole("button", { name: "Try again" }).click();
    await expect(page.locator(".monaco-editor").first()).toContainText("one line");
  });
});

test.describe("after the server got another build", () => {
  test.use({ expectedFailures: ["/assets/", "Failed to load resource", "ModuleNotLoaded"] });

  test("a part offers to load the page anew, and what is typed in the editor is there then", async ({
    page,
    user,
  }) => {
    expect(user.id).toBeTruthy();
    let isGone = false;
    await page.route("**/assets/*.js", (route) =>
      isGone ? route.fulfill({ status: 404, contentType: "application/json", body: "{}" }) : route.continue(),
    );
    await page.goto("/editor");
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByLabel("Title").fill("Written before the update");
    await page.getByRole("button", { name: "Add Segment" }).click();
    await page.keyboard.type("kept");
    await page.waitForLoadState("networkidle");
    // All files of the old build are gone.
    isGone = true;
    await page.keyboard.press("Control+k");
    const notice = page.getByRole("status").filter({ hasText: "Promptcase was updated" });
    await expect(notice).toBeVisible();
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("kept");
    isGone = false;
    page.once("dialog", (dialog) => dialog.accept());
    await notice.getByRole("button", { name: "Reload the page" }).click();
    await expect(page.getByLabel("Text of Segment 1")).toHaveValue("kept");
    await expect(page.getByLabel("Title")).toHaveValue("Written before the update");
  });
});
