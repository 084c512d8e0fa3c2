import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

// Handing over to the own account is refused, and an invitation for an address that has an account.
test.use({ expectedFailures: ["/hand-over 409", "409 (Conflict)", "422"] });

/** Runs a command of the server's program on its data. */
function command(...words: string[]): void {
  const program = process.env.PROMPTCASE_SERVER_PROGRAM ?? "../target/debug/promptcase-server";
  const env = { ...process.env, DATA_DIR: process.env.E2E_DATA };
  execFileSync(program, words, { env });
}

async function openAccount(page: Page, email: string) {
  await page.goto("/admin");
  await page.getByRole("searchbox", { name: "Search accounts" }).fill(email);
  await page.getByRole("button", { name: email }).click();
  return page.getByRole("dialog", { name: "Grace Hopper" });
}

test("an administrator finds an account, disables and enables it, and reads what happened", async ({
  page,
  user,
  browser,
  baseURL,
}) => {
  const other = await browser.newContext({ baseURL: baseURL ?? "" });
  const colleague = await registerUser(other.request);
  await createPrompt(other.request, { title: "Handed over" });
  const third = await browser.newContext({ baseURL: baseURL ?? "" });
  const heir = await registerUser(third.request);
  await third.close();
  command("user", "promote", user.email);
  await page.goto("/explorer");
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Administration" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Administration" })).toBeVisible();
  await expectAccessible(page);

  const panel = await openAccount(page, colleague.email);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Disable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
  await expect(panel.getByText("Disabled")).toBeVisible();
  await panel.getByRole("button", { name: "Enable" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Enable" }).click();
  await panel.getByRole("combobox", { name: "Given plan" }).selectOption("pro");
  await expect(panel.getByRole("definition").filter({ hasText: "Pro" })).toBeVisible();

  await panel.getByRole("button", { name: "Hand over" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByLabel("Address of the account that gets them").fill("nobody@example.org");
  await question.getByRole("button", { name: "Hand over" }).click();
  await expect(question.getByRole("alert")).toHaveText("No account has the address nobody@example.org.");
  await question.getByLabel("Address of the account that gets them").fill(user.email);
  await question.getByRole("button", { name: "Hand over" }).click();
  await expect(question.getByRole("alert")).toContainText("This is your own account.");
  await question.getByLabel("Address of the account that gets them").fill(heir.email);
  await question.getByRole("button", { name: "Hand over" }).click();
  await expect(page.getByText(`1 item given to ${heir.email}`)).toBeVisible();

  await panel.getByRole("link", { name: "Activity of this account" }).click();
  const activity = page.getByRole("list", { name: "Activity" });
  await expect(activity.getByRole("listitem").first()).toContainText("Prompts handed over");
  await page.getByRole("combobox", { name: "Act" }).selectOption("Account disabled");
  await expect(activity.getByRole("listitem")).toHaveCount(1);
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download as JSON Lines" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("promptcase-audit.jsonl");

  const again = await openAccount(page, colleague.email);
  await again.getByRole("button", { name: "Delete" }).click();
  await question.getByLabel("Type the address").fill(colleague.email);
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No account matches")).toBeVisible();
  await other.close();
});

test("a report is decided, and its page made private", async ({ page, user, request }) => {
  command("user", "promote", user.email);
  const { id } = await createPrompt(page.request, { title: "Reported here", is_public: true });
  const { handle, slug } = await (await page.request.get(`/api/prompts/${id}`)).json();
  const form = { about: `/p/@${handle}/${slug}`, reason: "spam", message: "Advertising" };
  expect((await request.post("/report", { form })).status()).toBe(200);
  await page.goto("/admin?tab=reports");
  const report = page.getByRole("listitem").filter({ hasText: "Reported here" });
  await expect(report.getByText("Advertising", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await report.getByRole("button", { name: "Make private" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make private" }).click();
  await expect(report.getByRole("button", { name: "Make private" })).toBeHidden();
  await report.getByRole("button", { name: "Resolved" }).click();
  await expect(report).toBeHidden();
  await page.getByRole("tab", { name: "Instance" }).click();
  await expect(page.getByText("Saved texts")).toBeVisible();
  await expectAccessible(page);
});

test("the page is for administrators alone", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/admin");
  await expect(page.getByRole("heading", { name: "Only administrators see this page" })).toBeVisible();
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Administration" })).toBeHidden();
});

test("somebody is invited by a link, which is revoked", async ({ page, user, browser, baseURL }) => {
  command("user", "promote", user.email);
  await page.goto("/admin?tab=invitations");
  await expectAccessible(page);
  const dialog = page.getByRole("dialog");
  const invite = async (email: string) => {
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByRole("button", { name: "Create invitation" }).click();
    const link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Done" }).click();
    return link;
  };
  const email = `invited-${user.id}@example.org`;
  const link = await invite(email);
  const list = page.getByRole("list", { name: "Invitations" });
  await expect(list.getByRole("listitem").filter({ hasText: email })).toContainText(user.email);
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByLabel("Email").fill(user.email);
  await dialog.getByRole("button", { name: "Create invitation" }).click();
  await expect(dialog.getByText("This address has an account already")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const visitor = await (await browser.newContext({ baseURL: baseURL ?? "" })).newPage();
  await visitor.goto(link);
  await expect(visitor.getByText("You are invited. The link works once.")).toBeVisible();
  await expect(visitor.getByLabel("Email")).toHaveValue(email);
  await list
    .getByRole("listitem")
    .filter({ hasText: email })
    .getByRole("button", { name: /^Revoke/ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await expect(list.getByText(email)).toBeHidden();
  await visitor.getByLabel("Full name").fill("Ada");
  await visitor.getByLabel("Password", { exact: true }).fill("difference");
  await visitor.getByLabel("Confirm password").fill("difference");
  await visitor.getByRole("button", { name: "Create account" }).click();
  await expect(visitor.getByRole("alert")).toContainText(
    "This invitation was used already, was revoked or is too old.",
  );
  await visitor.context().close();
});
