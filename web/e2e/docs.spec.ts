import { expect, expectAccessible, test } from "./fixtures";

test("the API reference gives addresses as they are sent", async ({ page }) => {
  await page.goto("/docs?tab=api");
  await expect(page.getByText("/api/auth/register", { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test("on a phone the tab that an address asks for is in sight", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/docs?tab=api");
  await expect(page.getByRole("tab", { name: "API Reference" })).toBeInViewport({ ratio: 1 });
});
