import { expect, expectAccessible, test } from "./fixtures";

test("the API reference gives addresses as they are sent", async ({ page }) => {
  await page.goto("/docs?tab=api");
  await expect(page.getByText("/api/auth/register", { exact: true })).toBeVisible();
  // An application begins with fetching a prompt.
  await expect(page.getByRole("heading", { level: 3 }).first()).toHaveText("Fetch");
  await expectAccessible(page);
});

test("how applications, agents and people get prompts is documented in the app", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("link", { name: "Use Prompts" }).click();
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeVisible();
  await expect(page.getByText("npx skills add")).toBeVisible();
  await expectAccessible(page);
});

test("on a phone the page or tab that an address asks for is in sight", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs?tab=api");
  const pages = page.getByRole("navigation", { name: "Documentation" });
  await expect(pages.getByRole("link", { name: "API Reference" })).toBeInViewport({ ratio: 0.95 });
  await page.goto("/settings?tab=account");
  await expect(page.getByRole("tab", { name: "Account" })).toBeInViewport({ ratio: 0.95 });
});

test.describe("an API document that does not come", () => {
  test.use({ expectedFailures: ["ERR_CONNECTION_REFUSED"] });

  test("is missed in a sentence, and read when one tries again", async ({ page }) => {
    await page.route("/api/openapi.json", (route) => route.abort("connectionrefused"));
    await page.goto("/docs?tab=api");
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("The API document could not be read");
    await expect(failure).toContainText("The server cannot be reached. Check your connection and try again.");
    await expectAccessible(page);
    await page.unroute("/api/openapi.json");
    await failure.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("/api/auth/register", { exact: true })).toBeVisible();
  });
});
