// Addresses of missing or private records: each page says what is missing and offers a next step.
import { expect, expectAccessible, registerUser, test } from "./fixtures";

const nobody = "01a21f80-e7ee-7576-8ebb-000000000000";

test.describe("what is not there", () => {
  test.use({ expectedFailures: ["404", "Failed to load resource"] });

  for (const [address, title] of [
    [`/editor?prompt=${nobody}`, "Prompt not found"],
    [`/asset-editor/${nobody}`, "Asset not found"],
    [`/component-editor/${nobody}`, "Component not found"],
    [`/collections?id=${nobody}`, "Collection not found"],
    [`/profile/${nobody}`, "Profile not found"],
  ] as const) {
    test(`${title}: the page's one heading says so`, async ({ page, user }) => {
      expect(user.id).toBeTruthy();
      await page.goto(address);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
      await expectAccessible(page);
    });
  }
});

test("a public component of someone else opens to be read and cloned", async ({
  page,
  user,
  playwright,
  baseURL,
}) => {
  const other = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  const author = await registerUser(other, "Ada Lovelace");
  const title = `Calm tone ${Date.now()}`;
  const data = {
    title,
    type: "module",
    is_public: true,
    content: { moduleContent: "Write calmly and to the point." },
  };
  const made = await other.post("/api/components", { data });
  expect(made.status(), await made.text()).toBe(201);
  await page.goto(`/component-editor/${(await made.json()).id}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.getByRole("region", { name: "Content" })).toHaveText("Write calmly and to the point.");
  await expect(page.getByText("Only its author can change this component.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Ada Lovelace" })).toHaveAttribute(
    "href",
    `/profile/${author.id}`,
  );
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Clone" }).click();
  await expect(page.getByText("The copy was added to your library")).toBeVisible();
  const mine = await (await page.request.get("/api/components?limit=50")).json();
  const copies = mine.items.filter((one: { user_id: string }) => one.user_id === user.id);
  expect(copies).toHaveLength(1);
  await other.dispose();
});

test("an unknown address says so to a visitor, instead of asking for an account", async ({ page }) => {
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page does not exist");
  await expect(page.getByText("/no/such/page")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});
