import { expect, expectAccessible, registerUser, test } from "./fixtures";

test("a visitor registers, signs out and signs in again", async ({ page }) => {
  const email = `new-${Date.now()}@example.org`;
  await page.goto("/register");
  await expectAccessible(page);
  await page.getByLabel("Full name").fill("Ada Lovelace");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("difference");
  await page.getByLabel("Confirm password").fill("differenze");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("Passwords do not match")).toBeVisible();
  await page.getByLabel("Confirm password").fill("difference");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL("/studio");
  await page.getByRole("button", { name: "Skip for now" }).click();
  await expect(page.getByRole("heading", { name: "What can I help you create today?" })).toBeVisible();

  await page.getByRole("button", { name: "Account menu of Ada Lovelace" }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  await expect(page).toHaveURL("/");
  await page.getByRole("link", { name: "Sign In" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("difference");
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/studio");
});

test.describe("refusals", () => {
  test.use({
    expectedFailures: ["/api/auth/login 401", "/api/auth/login 422", "Failed to load resource"],
  });

  test("a wrong password is told in an alert, and the form keeps what was typed", async ({
    page,
    request,
  }) => {
    const user = await registerUser(request);
    await page.goto("/login");
    await page.getByRole("button", { name: "Sign In" }).click();
    const email = page.getByLabel("Email");
    await expect(email).toHaveAccessibleDescription("Email is required");
    await expect(email).toBeFocused();
    await email.fill(user.email);
    await page.getByRole("button", { name: "Sign In" }).click();
    const password = page.getByLabel("Password", { exact: true });
    await expect(password).toHaveAccessibleDescription("Password is required");
    await expect(email).not.toHaveAttribute("aria-invalid", "true");
    await page.getByLabel("Password", { exact: true }).fill("wrong");
    await page.getByRole("button", { name: "Show password" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
    await page.getByRole("button", { name: "Sign In" }).click();
    await expect(page.getByRole("alert")).toHaveText("Invalid login credentials");
    await expect(page.getByLabel("Email")).toHaveValue(user.email);
    await expectAccessible(page);
  });
});

test.describe("an address that has an account", () => {
  test.use({ expectedFailures: ["/api/auth/register 422", "Failed to load resource"] });

  test("is told under its field by the server, who alone knows", async ({ page, request }) => {
    const user = await registerUser(request);
    await page.goto("/register");
    await page.getByLabel("Full name").fill("Ada");
    await page.getByLabel("Email").fill(user.email);
    await page.getByLabel("Password", { exact: true }).fill("difference");
    await page.getByLabel("Confirm password").fill("difference");
    await page.getByRole("button", { name: "Create account" }).click();
    await expect(page.getByLabel("Email")).toHaveAccessibleDescription("User already registered");
    await expect(page.getByLabel("Email")).toBeFocused();
  });
});

test("what is wrong with a registration or a new password is said at once, all of it, and nothing is sent", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(new URL(request.url()).pathname);
  });
  const says = (label: string, sentence: string) =>
    expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(sentence);

  await page.goto("/register");
  await page.getByRole("button", { name: "Create account" }).click();
  await says("Full name", "Full name is required");
  await says("Email", "Email is required");
  await says("Password", "Password is required");
  await expect(page.getByLabel("Full name")).toBeFocused();
  await page.getByLabel("Full name").fill("A".repeat(201));
  await page.getByLabel("Email").fill("ada at example.org");
  await page.getByLabel("Password", { exact: true }).fill("12345");
  await page.getByLabel("Confirm password").fill("123456");
  await page.getByLabel("Confirm password").press("Enter");
  await says("Full name", "Full name may have at most 200 characters, this one has 201");
  await says("Email", "The email address is not valid: write it as name@example.org");
  await says("Password", "Password must be at least 6 characters");
  await says("Confirm password", "Passwords do not match");
  await expect(page.getByLabel("Full name")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Full name").fill("Ada");
  await page.getByLabel("Full name").press("Enter");
  await says("Full name", "");
  await expect(page.getByLabel("Email")).toBeFocused();

  await page.goto("/reset-password?token=from-a-mail");
  await says("New password", "At least 6 characters");
  await page.getByLabel("New password").fill("12345");
  await page.getByLabel("Confirm password").fill("1234");
  await page.getByRole("button", { name: "Set password" }).click();
  await says("New password", "Password must be at least 6 characters");
  await says("Confirm password", "Passwords do not match");
  expect(sent).toEqual([]);
});

test.describe("rules that do not come", () => {
  test.use({ expectedFailures: ["/api/auth/register 422", "Failed to load resource"] });

  test("keep nobody from an account: the server judges", async ({ page }) => {
    await page.route(/\.wasm$/, (route) => route.abort("connectionreset"));
    await page.goto("/register");
    const email = page.getByLabel("Email");
    const password = page.getByLabel("Password", { exact: true });
    const again = page.getByLabel("Confirm password");
    const create = page.getByRole("button", { name: "Create account" });
    await create.click();
    await expect(page.getByLabel("Full name")).toHaveAccessibleDescription("Full name is required");
    await page.getByLabel("Full name").fill("Ada");
    await email.fill("ada at example.org");
    await create.click();
    await expect(email).toHaveAccessibleDescription(
      "The email address is not valid: write it as name@example.org",
    );
    await email.fill(`no-rules-${Date.now()}@example.org`);
    await password.fill("12345");
    await again.fill("12345");
    await create.click();
    await expect(password).toHaveAccessibleDescription("Password must be at least 6 characters");
    await password.fill("difference");
    await again.fill("differenze");
    await create.click();
    await expect(again).toHaveAccessibleDescription("Passwords do not match");

    const reset = await page.context().newPage();
    await reset.route(/\.wasm$/, (route) => route.abort("connectionreset"));
    await reset.goto("/reset-password?token=from-a-mail");
    await reset.getByLabel("New password").fill("difference");
    await reset.getByLabel("Confirm password").fill("differenze");
    await reset.getByRole("button", { name: "Set password" }).click();
    await expect(reset.getByLabel("Confirm password")).toHaveAccessibleDescription("Passwords do not match");
    await reset.close();

    await page.unroute(/\.wasm$/);
    await again.fill("difference");
    await create.click();
    await expect(page).not.toHaveURL(/register/);
  });
});

test("a guarded page leads to sign-in and back, replacing history", async ({ page, request }) => {
  const user = await registerUser(request);
  await page.goto("/");
  await page.goto("/explorer?tab=assets&q=tone");
  await expect(page).toHaveURL(/\/login\?from=/);
  await page.getByLabel("Email").fill(user.email);
  await page.getByLabel("Password", { exact: true }).fill(user.password);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page).toHaveURL("/explorer?tab=assets&q=tone");
  await expect(page.getByRole("searchbox", { name: "Search assets" })).toHaveValue("tone");
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test.describe("an ended session", () => {
  // Requests after the end of the session are rejected.
  test.use({ expectedFailures: [" 401", "Failed to load resource"] });

  test("leads to sign-in and remembers the page", async ({ page, user, context }) => {
    expect(user.id).toBeTruthy();
    await page.goto("/settings?tab=account");
    await page.getByLabel("Current password").fill(user.password);
    await page.getByLabel("New password", { exact: true }).fill("battery staple");
    await page.getByLabel("Confirm new password").fill("battery staple");
    // The change must be the first request that meets the ended session, so none may be in flight.
    await page.waitForLoadState("networkidle");
    await context.clearCookies();
    await page.getByRole("button", { name: "Change Password" }).click();
    await expect(page).toHaveURL("/login?from=%2Fsettings%3Ftab%3Daccount");
  });
});

test("the password is changed in the settings", async ({ page, user, request }) => {
  await page.goto("/settings?tab=account");
  await expect(page.getByText(user.email)).toBeVisible();
  await page.getByLabel("Current password").fill(user.password);
  await page.getByLabel("New password", { exact: true }).fill("battery staple");
  const again = page.getByLabel("Confirm new password");
  await again.fill("battery stable");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(again).toHaveAccessibleDescription("Passwords do not match");
  await expect(again).toBeFocused();
  await again.fill("battery staple");
  await page.getByRole("button", { name: "Change Password" }).click();
  await expect(page.getByText("Password changed")).toBeVisible();
  const login = await request.post("/api/auth/login", {
    data: { email: user.email, password: "battery staple" },
  });
  expect(login.status()).toBe(200);
});

test("a tab at the sign-in form follows a sign-in in another one", async ({ page, context, request }) => {
  const user = await registerUser(request);
  await page.goto("/library?type=wrapper");
  await expect(page).toHaveURL(/\/login\?from=/);
  const other = await context.newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(user.email);
  await other.getByLabel("Password", { exact: true }).fill(user.password);
  await other.getByRole("button", { name: "Sign In" }).click();
  await expect(other).toHaveURL("/studio");
  await expect(page).toHaveURL(/\/library/);
  await expect(page.getByRole("heading", { level: 1, name: "Component Library" })).toBeVisible();
});

test.describe("a sign-out in another tab", () => {
  test.use({ expectedFailures: ["/api/collections 401", "Failed to load resource"] });

  test("leaves a form in which somebody writes; signed in again there, it is sent", async ({
    page,
    context,
    user,
  }) => {
    await page.goto("/collections");
    await page.getByRole("button", { name: "New Collection" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New Collection" });
    await dialog.getByLabel("Title").fill("Written at length");
    const other = await context.newPage();
    await other.goto("/studio");
    await other.getByRole("button", { name: /^Account menu/ }).click();
    // The page is left at once, and the session ends a moment later.
    const ended = other.waitForResponse("**/api/auth/logout");
    await other.getByRole("menuitem", { name: "Sign Out" }).click();
    await ended;
    await expect(other).toHaveURL("/");
    await dialog.getByRole("button", { name: "Create Collection" }).click();
    await expect(dialog.getByText("You are signed out")).toBeVisible();
    await expect(dialog.getByLabel("Title")).toHaveValue("Written at length");
    await other.goto("/login");
    await other.getByLabel("Email").fill(user.email);
    await other.getByLabel("Password", { exact: true }).fill(user.password);
    await other.getByRole("button", { name: "Sign In" }).click();
    await expect(other).toHaveURL("/studio");
    await dialog.getByRole("button", { name: "Create Collection" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Written at length" })).toBeVisible();
  });
});
