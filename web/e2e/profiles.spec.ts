import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

test("the welcome leads through five steps and goes on where it was left", async ({ page, context }) => {
  await registerUser(context.request, "Grace Hopper", true);
  await page.goto("/studio");
  const welcome = page.getByRole("dialog");
  await expect(welcome.getByText("Step 1 of 5")).toBeVisible();
  await expect(welcome.getByRole("button", { name: "Previous" })).toBeDisabled();
  await expectAccessible(page);
  await welcome.getByRole("button", { name: "Continue" }).click();
  await expect(welcome.getByRole("button", { name: "Continue" })).toBeDisabled();
  await expect(welcome.getByText("About You").first()).toBeVisible();
  await welcome.getByLabel("Developer").check();
  await welcome.getByLabel("AI Expert").check();
  await welcome.getByRole("button", { name: "Continue" }).click();
  await expect(welcome.getByText("Step 3 of 5")).toBeVisible();
  await expect(welcome.getByText("Your Goals").first()).toBeVisible();
  await page.reload();
  await expect(welcome.getByText("Step 3 of 5")).toBeVisible();
  await welcome.getByLabel("Version control prompts").check();
  await welcome.getByRole("button", { name: "Continue" }).click();
  await expect(welcome.getByText("Choose Plan").first()).toBeVisible();
  // On a server without payments, the plan step says so and names the plan that all users have.
  await expect(welcome.getByText("Payments are not set up on this server")).toBeVisible();
  const free = welcome.getByRole("listitem").filter({ has: page.getByRole("button", { name: "Selected" }) });
  await expect(free).toContainText("Free");
  await expect(welcome.getByRole("button", { name: "Select Plan" })).toHaveCount(2);
  for (const other of await welcome.getByRole("button", { name: "Select Plan" }).all())
    await expect(other).toBeDisabled();
  await expect(welcome.getByText("Most Popular")).toBeVisible();
  await expect(welcome.getByText("Cancel anytime")).toHaveCount(2);
  await expectAccessible(page);
  await welcome.getByRole("button", { name: "Continue" }).click();
  await expect(welcome.getByText("You're all set!")).toBeVisible();
  const templates = welcome.getByRole("list", { name: "Templates" });
  await expect(templates.getByRole("listitem")).toHaveCount(4);
  await expect(templates.getByRole("listitem").first()).toContainText("Review a pull request");
  await expectAccessible(page);
  await welcome.getByRole("button", { name: "Get Started" }).click();
  await expect(welcome).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { name: "What can I help you create today?" })).toBeVisible();
  await expect(welcome).toBeHidden();
});

test("on a phone every step of the welcome begins at its top", async ({ page, context }) => {
  await page.setViewportSize({ width: 390, height: 600 });
  await registerUser(context.request, "Grace Hopper", true);
  await page.goto("/studio");
  const welcome = page.getByRole("dialog");
  await welcome.getByRole("button", { name: "Continue" }).click();
  await welcome.getByLabel("Developer").check();
  await expect(welcome.getByText("Answer above to continue")).toBeVisible();
  await welcome.getByLabel("AI Expert").check();
  await welcome.getByRole("button", { name: "Continue" }).click();
  await expect(welcome.getByRole("heading", { name: "Your Goals" })).toBeInViewport({ ratio: 1 });
});

test("what others publish is found, liked and cloned; its author has a page", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  test.setTimeout(120_000);
  expect(user.id).toBeTruthy();
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const author = await registerUser(other, "Ada Lovelace");
  const title = `Analytical engine ${Date.now()}`;
  await createPrompt(other, { title, is_public: true, tags: ["engine"] });

  await page.goto("/community?list=recent");
  const list = page.getByRole("list", { name: "Recent" });
  const card = list.getByRole("listitem").filter({ hasText: title });
  await expect(card).toBeVisible();
  await expectAccessible(page);
  const like = card.getByRole("button", { name: `Like ${title}` });
  await like.click();
  await expect(like).toHaveAttribute("aria-pressed", "true");
  await expect(like).toHaveText("1");
  await card.getByRole("button", { name: `Clone ${title}` }).click();
  await expect(page.getByText(`“${title} (Copy)” was added to your prompts`)).toBeVisible();
  await page.getByText("Trending", { exact: true }).click();
  await expect(page.getByRole("list", { name: "Trending" })).toContainText(title);
  await page.getByText("For You", { exact: true }).click();
  await expect(page).toHaveURL("/community?list=for-you");

  await page.goto(`/profile/${author.id}`);
  await expect(page.getByRole("heading", { level: 1, name: "Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("list", { name: "Prompts" })).toContainText(title);
  await expect(page.getByText(author.email)).toBeHidden();
  await expectAccessible(page);
  await page.goto("/analytics");
  await expect(page.getByText("Activity by day").first()).toBeVisible();
  await expectAccessible(page);
  await other.dispose();
});

test("what is wrong with a profile or a new password is said at once, all of it, and nothing is sent", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (["PUT", "POST", "PATCH"].includes(request.method())) sent.push(new URL(request.url()).pathname);
  });
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("Website").fill("javascript:alert(1)");
  await page.getByLabel("GitHub username").fill("not a name");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Website")).toHaveAccessibleDescription(/\S/);
  await expect(page.getByLabel("GitHub username")).toHaveAccessibleDescription(/\S/);
  await expect(page.getByLabel("Website")).toBeFocused();

  await page.goto("/settings?tab=account");
  await page.getByLabel("Current password").fill(user.password);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByLabel("Confirm new password").fill("short");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByLabel("New password", { exact: true })).toHaveAccessibleDescription(
    "Password must be at least 6 characters",
  );
  expect(sent).toEqual([]);
});

test("a profile is edited and gets a picture", async ({ page, user }) => {
  await page.goto("/profile");
  await page.getByRole("button", { name: "Edit profile" }).click();
  await page.getByLabel("Full name").fill("Rear Admiral Hopper");
  await page.getByLabel("Bio").fill("Nanoseconds.");
  await page.getByLabel("GitHub username").fill("grace");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rear Admiral Hopper" })).toBeVisible();
  await expect(page.getByRole("link", { name: "GitHub: grace" })).toHaveAttribute(
    "href",
    "https://github.com/grace",
  );
  await expect(page.getByRole("button", { name: "Account menu of Rear Admiral Hopper" })).toBeVisible();
  await page
    .getByLabel("Picture", { exact: true })
    .setInputFiles(join(import.meta.dirname, "../public/social.png"));
  await page.getByRole("button", { name: "Use picture" }).click();
  await expect(page.getByRole("button", { name: "Remove the picture" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("tab", { name: "Activity" }).click();
  await expect(page).toHaveURL("/profile?tab=activity");
  expect(user.id).toBeTruthy();
});

test.describe("a second factor", () => {
  test.use({ expectedFailures: ["/api/auth/login 401", "Failed to load resource"] });

  test("is set up with a code and then asked for", async ({ page, user, context }) => {
    await page.goto("/settings?tab=account");
    await page.getByRole("button", { name: "Set up two-factor" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(user.password);
    await page.getByRole("button", { name: "Continue" }).click();
    const secret = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
    await expectAccessible(page);
    await page.getByRole("dialog").getByLabel("Code").fill(totp(secret));
    await page.keyboard.press("Enter");
    const codes = page.getByRole("list", { name: "Recovery codes" });
    await expect(codes).toBeFocused();
    // A repeated Enter does not dismiss the codes, which are shown once.
    await page.keyboard.press("Enter");
    await expect(codes.getByRole("listitem")).toHaveCount(10);
    await expectAccessible(page);
    const recovery = (await codes.getByRole("listitem").first().textContent()) ?? "";
    await page.getByRole("button", { name: "I've saved them" }).click();
    await expect(page.getByText("10 recovery codes left")).toBeVisible();
    await expect(page.getByText("This browser", { exact: true })).toBeVisible();

    await context.clearCookies();
    await page.goto("/login");
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Sign In" }).click();
    const code = page.getByLabel("Code");
    await expect(code).toBeFocused();
    await expect(code).toHaveAccessibleDescription(
      "From your authenticator app, or one of your recovery codes.",
    );
    await expect(code).not.toHaveAttribute("aria-invalid", "true");
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription(/^Enter the code from your authenticator app/);
    await code.fill("000000");
    await page.keyboard.press("Enter");
    await expect(code).toHaveAccessibleDescription(/^This code is not correct/);
    await expect(code).toBeFocused();
    await code.fill(recovery);
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page).toHaveURL("/studio");
  });
});

test.describe("a link for a forgotten password", () => {
  test.use({ expectedFailures: ["/api/auth/password/forgot 422", "Failed to load resource"] });

  test("is asked for with an address, by the rule for all addresses", async ({ page }) => {
    await page.goto("/forgot-password");
    const email = page.getByLabel("Email");
    const send = page.getByRole("button", { name: "Send link" });
    await send.click();
    await expect(email).toHaveAccessibleDescription("Email is required");
    await email.fill("ada");
    await send.click();
    await expect(email).toHaveAccessibleDescription(/^The email address is not valid/);
  });
});

test("an address is changed by the link that is mailed to the new one", async ({ page, user }) => {
  await page.goto("/settings?tab=account");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Change your email address" });
  const email = `new-${user.email}`;
  await dialog.getByLabel("New address").fill(email);
  await dialog.getByLabel("Password").fill(user.password);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByText("Almost done")).toBeVisible();
  await expect(page.getByRole("main")).toContainText(user.email);
  let token: string | undefined;
  await expect(() => {
    token = tokenFromMail(email);
    expect(token).toBeDefined();
  }).toPass();
  await page.goto(`/confirm-email#token=${token}`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm address" }).click();
  await expect(page.getByText("Your address is confirmed")).toBeVisible();
  await page.goto("/settings?tab=account");
  await expect(page.getByRole("main")).toContainText(email);
});

test("a forgotten password is set anew with the link from the mail", async ({ page, request }) => {
  const user = await registerUser(request);
  await page.goto("/forgot-password");
  await page.getByLabel("Email").fill(user.email);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("Check your inbox")).toBeVisible();
  let token: string | undefined;
  await expect(() => {
    token = tokenFromMail(user.email);
    expect(token).toBeDefined();
  }).toPass();
  await page.goto(`/reset-password#token=${token}`);
  await page.getByLabel("New password").fill("a new password");
  await page.getByLabel("Confirm password").fill("a new password");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Your password is set")).toBeVisible();
  const login = await request.post("/api/auth/login", {
    data: { email: user.email, password: "a new password" },
  });
  expect(login.status()).toBe(200);
});

/** The current code, after RFC 6238. */
function totp(secret: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = Array.from(secret.replaceAll(/[^A-Z2-7]/g, ""), (letter) =>
    alphabet.indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

/** The token of a link in the mails to this address that the server wrote to its data folder. */
function tokenFromMail(email: string): string | undefined {
  const files = readdirSync(process.env.E2E_DATA ?? "", { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".eml"))) {
    const mail = readFileSync(join(process.env.E2E_DATA ?? "", file), "utf8").replaceAll(/=\r?\n/g, "");
    const token = /token=3?D?([\w-]+)/.exec(mail)?.[1];
    if (token && mail.includes(`To: ${email}`)) return token;
  }
  return undefined;
}
