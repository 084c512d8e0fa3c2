// Managing the account: export all data, end other sessions, create API tokens, delete it.
import { readFileSync } from "node:fs";
import { createPrompt, expect, expectAccessible, pressCopy, registerUser, test } from "./fixtures";
import { test as paidTest } from "./paid-world";

test.describe("the export of everything", () => {
  test.use({ expectedFailures: ["ERR_INTERNET_DISCONNECTED", "Failed to load resource"] });

  test("fails with a reason, is tried again, and is one zip", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    await createPrompt(context.request, { title: "Pull request reviewer" });
    await page.goto("/settings?tab=account");
    const button = page.getByRole("button", { name: "Export my data" });
    await expect(button).toBeVisible();
    // Requests in flight must not fail.
    await page.waitForLoadState("networkidle");
    await context.setOffline(true);
    await button.click();
    await expect(page.getByText("The export failed")).toBeVisible();
    await expect(page.getByText("The server cannot be reached.")).toBeVisible();
    await context.setOffline(false);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Try again" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("promptcase-export.zip");
    await expect(page.getByText(/^promptcase-export\.zip was downloaded/)).toBeVisible();
    const zip = readFileSync(await download.path());
    expect(zip.subarray(0, 2).toString()).toBe("PK");
    expect(zip.includes("data.json")).toBe(true);
    expect(zip.includes("pull-request-reviewer-v1-0-0.md")).toBe(true);
  });
});

test("other browsers are signed out one by one and all at once", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  const others = await Promise.all(
    ["One", "Two", "Three"].map((userAgent) =>
      playwright.request.newContext({ baseURL: baseURL ?? "", userAgent }),
    ),
  );
  for (const other of others) {
    const login = await other.post("/api/auth/login", {
      data: { email: user.email, password: user.password },
    });
    expect(login.status()).toBe(200);
  }
  await page.goto("/settings?tab=account");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(4);
  await sessions.filter({ hasText: "Two" }).getByRole("button", { name: "End" }).click();
  await expect(sessions).toHaveCount(3);
  await page.getByRole("button", { name: "End all others" }).click();
  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText("This browser");
  for (const other of others) {
    expect((await (await other.get("/api/auth/session")).json()).user).toBeNull();
    await other.dispose();
  }
});

test.describe("leaving", () => {
  test.use({
    expectedFailures: [
      "/api/auth/account/delete 401",
      "/api/auth/account/delete 422",
      "Failed to load resource",
    ],
  });

  test("deletes the account, ends its sessions and says so on the landing page", async ({
    page,
    user,
    playwright,
    baseURL,
  }) => {
    const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    const credentials = { email: user.email, password: user.password };
    expect((await other.post("/api/auth/login", { data: credentials })).status()).toBe(200);

    await page.goto("/settings");
    await page.getByLabel("Timezone").selectOption("Asia/Tokyo");
    await page.getByRole("tab", { name: "Account" }).click();
    await page.getByRole("button", { name: "Delete Account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Account" });
    const confirm = dialog.getByRole("button", { name: "Delete Account" });
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel("Password").fill("not this one");
    await expect(confirm).toBeDisabled();
    await dialog.getByLabel(`Type ${user.email} to confirm`).fill(user.email.toUpperCase());
    await expectAccessible(page);
    await confirm.click();
    await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(/password/i);
    await dialog.getByLabel("Password").fill(user.password);
    await confirm.click();

    await expect(page).toHaveURL("/");
    await expect(page.getByText("Your account was deleted")).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect(page.getByText("Your account was deleted")).toBeHidden();
    const kept = await page.evaluate(
      (id) => Object.keys(localStorage).filter((key) => key.includes(id)),
      user.id,
    );
    expect(kept).toEqual([]);
    expect((await (await other.get("/api/auth/session")).json()).user).toBeNull();
    expect((await other.post("/api/auth/login", { data: credentials })).status()).toBe(401);
    await other.dispose();
  });
});

test("a free account learns where API tokens come from", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/settings?tab=account");
  await expect(page.getByText("API tokens come with Pro and Max.")).toBeVisible();
  await expect(page.getByRole("button", { name: "New token" })).toBeHidden();
  await page.getByRole("link", { name: "See the plans" }).click();
  await expect(page).toHaveURL("/settings?tab=billing");
});

paidTest.describe("API tokens", () => {
  paidTest.use({
    settings: "bare",
    // A password that is wrong.
    alsoExpected: ["/api/auth/tokens 422", "Failed to load resource"],
  });

  paidTest(
    "are shown once, let a program in, and are revoked",
    async ({ page, playwright, baseURL, context }) => {
      await registerUser(context.request);
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.goto("/settings?tab=account");
      await page.getByRole("button", { name: "New token" }).click();
      const dialog = page.getByRole("dialog", { name: "New API token" });
      await expect(dialog.getByRole("button", { name: "Create token" })).toBeDisabled();
      const name = dialog.getByRole("textbox", { name: "Name" });
      await expect(name).toHaveAccessibleDescription("A name to recognize it by.");
      await name.fill(`${"é".repeat(100)}😀x`);
      await expect(name).toHaveValue("é".repeat(100));
      await expect(name).toHaveAccessibleDescription(
        "Names have at most 100 characters, so the last 2 were removed. A name to recognize it by.",
      );
      await name.fill("Nightly export");
      await dialog.getByText("Can read everything you can, and change nothing.").click();
      await dialog.getByLabel("Expires after").selectOption({ label: "30 days" });
      await dialog.getByLabel("Password").fill("not this one");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Create token" }).click();
      await expect(dialog.getByLabel("Password")).toHaveAccessibleDescription(
        "The current password is not correct",
      );
      await dialog.getByLabel("Password").fill("correct horse");
      await dialog.getByRole("button", { name: "Create token" }).click();

      const shown = page.getByRole("dialog", { name: "Token “Nightly export”" });
      const token = await shown.getByLabel("Token").inputValue();
      await expectAccessible(page);
      await pressCopy(shown.getByRole("button", { name: "Copy token" }));
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
      await shown.getByRole("button", { name: "I've saved it" }).click();

      const row = page.getByRole("list", { name: "API tokens" }).getByRole("listitem");
      await expect(row).toContainText("Nightly export");
      await expect(row).toContainText("never used");
      await expect(row).not.toContainText(token);
      const program = await playwright.request.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders: { authorization: `Bearer ${token}` },
      });
      expect((await program.get("/api/prompts")).status()).toBe(200);
      expect((await program.post("/api/prompts", { data: { title: "No" } })).status()).toBe(403);
      await page.reload();
      await expect(row).toContainText("last used");

      await row.getByRole("button", { name: "Uses of Nightly export" }).click();
      const uses = page.getByRole("dialog", { name: "Uses of “Nightly export”" });
      await expect(async () => {
        await uses.getByRole("button", { name: "Refresh" }).click();
        await expect(uses.getByRole("listitem")).toHaveCount(2, { timeout: 1_000 });
      }).toPass();
      await expect(uses.getByRole("list")).toContainText("POST /api/prompts");
      await expect(uses.getByRole("list")).toContainText(/From 127\.0\.0\.1 · once · last/);
      await expectAccessible(page);
      await uses.getByRole("button", { name: "Close" }).first().click();

      await row.getByRole("button", { name: "Revoke Nightly export" }).click();
      const confirm = page.getByRole("alertdialog", { name: "Revoke “Nightly export”?" });
      await expectAccessible(page);
      await confirm.getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByText("No tokens yet.")).toBeVisible();
      expect((await program.get("/api/prompts")).status()).toBe(401);
      await program.dispose();
    },
  );

  paidTest.describe("of applications", () => {
    // Names that stand for nothing, and a title, which is no name.
    const names = ["/api/names?name=no-such 404", "/api/names?name=Nor%20this 422"];
    paidTest.use({ alsoExpected: [...names, "Failed to load resource"] });

    paidTest("can be limited to some prompts", async ({ page, playwright, baseURL, context }) => {
      await registerUser(context.request);
      await createPrompt(context.request, { title: "Tone" });
      await createPrompt(context.request, { title: "Other" });
      await page.goto("/settings?tab=account");
      await page.getByRole("button", { name: "New token" }).click();
      const dialog = page.getByRole("dialog", { name: "New API token" });
      await dialog.getByRole("textbox", { name: "Name" }).fill("Shop");
      await dialog.getByText("Fetch chosen prompts").click();
      await dialog.getByLabel("Password").fill("correct horse");
      await expect(dialog.getByRole("button", { name: "Create token" })).toBeDisabled();
      await dialog.getByLabel("Prompts and collections", { exact: true }).fill("tone, no-such, Nor this");
      await dialog.getByRole("button", { name: "Create token" }).click();
      await expect(dialog.getByRole("alert")).toContainText("no-such, Nor this");
      await expectAccessible(page);
      await dialog.getByLabel("Prompts and collections", { exact: true }).fill("Tone");
      await dialog.getByRole("button", { name: "Create token" }).click();
      const shown = page.getByRole("dialog", { name: "Token “Shop”" });
      const token = await shown.getByLabel("Token").inputValue();
      await shown.getByRole("button", { name: "I've saved it" }).click();
      const row = page.getByRole("list", { name: "API tokens" }).getByRole("listitem");
      await expect(row).toContainText("Fetch 1 prompt");
      const application = await playwright.request.newContext({
        baseURL: baseURL ?? "",
        extraHTTPHeaders: { authorization: `Bearer ${token}` },
      });
      expect((await application.get("/api/fetch/me/tone")).status()).toBe(200);
      expect((await application.get("/api/fetch/me/other")).status()).toBe(404);
      expect((await application.get("/api/prompts")).status()).toBe(403);
      await application.dispose();
    });
  });
});
