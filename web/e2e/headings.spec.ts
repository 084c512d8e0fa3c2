// Every page has exactly one h1 while it loads and when loading fails. Missing pages are in not-found.spec.ts.
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./fixtures";

const id = "01a21f80-e7ee-7576-8ebb-000000000000";

/** Addresses, each with its h1 while it loads, and after a failure where that differs. */
const pages: [address: string, waiting: string, failed?: string][] = [
  ["/studio", "What can I help you create today?"],
  ["/editor", "Prompt Editor"],
  [`/editor?prompt=${id}`, "Prompt Editor", "The prompt could not be opened"],
  [`/asset-editor/${id}`, "Asset Editor", "The asset could not be opened"],
  [`/component-editor/${id}`, "Component Editor", "The component could not be opened"],
  ["/explorer", "Prompt Explorer"],
  ["/import", "Import"],
  ["/library", "Component Library"],
  ["/collections", "Collections"],
  [`/collections?id=${id}`, "Collection", "Collections"],
  ["/community", "Community"],
  ["/community?tab=marketplace", "Community"],
  ["/analytics", "Analytics"],
  ["/settings", "Settings"],
  ["/settings?tab=account", "Settings"],
  ["/settings?tab=billing", "Settings"],
  ["/profile", "Profile", "The profile could not be loaded"],
  [`/profile/${id}`, "Profile", "The profile could not be loaded"],
  ["/trash", "Trash"],
  ["/nowhere", "Settings"],
  ["/docs?tab=api", "Documentation"],
  ["/features", "What's inside"],
];

/** Leaves all requests except the session's pending, or fails them. */
async function answer(page: Page, how: "never" | "with a failure"): Promise<void> {
  await page.route(/\/api\/(?!auth\/session)/, async (route) => {
    if (how === "with a failure") await route.fulfill({ status: 500, body: "" });
  });
}

async function expectHeading(page: Page, name: string): Promise<void> {
  // The page's own code has loaded.
  await expect(page.getByRole("status").filter({ hasText: /^Loading$/ })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText([name]);
}

test.describe("while nothing has come", () => {
  for (const [address, heading] of pages) {
    test(`${address} is headed ${heading}`, async ({ page, user }) => {
      expect(user.id).toBeTruthy();
      await answer(page, "never");
      await page.goto(address);
      await expectHeading(page, heading);
    });
  }
});

test.describe("when all fails", () => {
  test.use({ expectedFailures: ["500"] });

  for (const [address, waiting, failed = waiting] of pages) {
    test(`${address} is headed ${failed}`, async ({ page, user }) => {
      expect(user.id).toBeTruthy();
      await answer(page, "with a failure");
      await page.goto(address);
      await expectHeading(page, failed);
      await expectAccessible(page);
    });
  }
});

test("a page is headed while nobody knows who is signed in", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  await page.route("/api/auth/session", () => {});
  await page.goto("/library");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(["Component Library"]);
});
