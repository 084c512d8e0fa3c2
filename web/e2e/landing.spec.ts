// The public face: the header for visitors, a prompt to try, a picture of the product, and addresses that do not exist.
import { expect, expectAccessible, test } from "./fixtures";

test("a visitor finds features, prices and docs, and tries a prompt without an account", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/");
  const main = page.getByRole("navigation", { name: "Main" });
  await expect(main.getByRole("link")).toHaveText(["Features", "Pricing", "Docs"]);

  const picture = page.getByRole("img", { name: /^The prompt editor/ });
  await expect(picture).toHaveCount(1);
  // The page that the server sent is replaced once the app has started.
  await expect(() => picture.scrollIntoViewIfNeeded()).toPass();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);

  await page.getByRole("textbox", { name: "product" }).fill("a bicycle");
  await page.getByRole("textbox", { name: "tone" }).fill("dry");
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("Describe a bicycle for {{audience}}.");
  expect(copied).toContain("a tone that is dry.");
  await expectAccessible(page);

  await main.getByRole("link", { name: "Pricing" }).click();
  await expect(page).toHaveURL("/features#plans");
  await expect(
    page.getByRole("heading", { name: "Choose the perfect plan for your needs" }),
  ).toBeInViewport();
  await expect(main.getByRole("link", { name: "Pricing" })).toHaveAttribute("aria-current", "page");
  await expect(main.getByRole("link", { name: "Features" })).not.toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
});

test("what a visitor types before the app has started stays", async ({ page }) => {
  let start = () => {};
  const started = new Promise<void>((resolve) => {
    start = resolve;
  });
  await page.route(/assets\/.*\.js$/, async (route) => {
    await started;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  const product = page.getByRole("textbox", { name: "product" });
  await product.fill("a bicycle");
  start();
  await expect(page.getByRole("main").getByText("Describe a bicycle for")).toBeVisible();
  await expect(product).toHaveValue("a bicycle");
  await expect(product).toBeFocused();
});

test("what a visitor typed into the sample is there after signing up", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("textbox", { name: "product" }).fill("a bicycle & more");
  await page.getByRole("link", { name: "Save your own like this" }).click();
  await page.getByLabel("Full name").fill("Guest");
  await page.getByLabel("Email").fill(`sample-${Date.now()}@example.org`);
  await page.getByLabel("Password", { exact: true }).fill("correct horse");
  await page.getByLabel("Confirm password").fill("correct horse");
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/editor\?new=prompt&draft=/);
  // The welcome waits: it is not what the visitor came for.
  await expect(page.getByLabel("Title")).toHaveValue("Describe a product");
  await expect(page.getByText("Step 1 of 5")).toBeHidden();
  await expect(page.getByLabel("Text of Segment 1")).toHaveValue(/Describe \{\{product\}\} for/);
  const rendered = page.getByRole("region", { name: "Rendered", exact: true });
  await expect(rendered.getByLabel("product", { exact: true })).toHaveValue("a bicycle & more");
  // Saving keeps the values with the prompt, and leaves none for the next one.
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(/\/editor\?prompt=/);
  await expect(rendered.getByLabel("product", { exact: true })).toHaveValue("a bicycle & more");
  const left = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => /values.*\.new$/.test(key)));
  expect(await left()).toEqual([]);
  // It greets on the next page.
  await page.goto("/studio");
  await expect(page.getByText("Step 1 of 5")).toBeVisible();
});

test("the pages for visitors say different things", async ({ page }) => {
  const lines = async (address: string) => {
    await page.goto(address);
    return page.getByRole("main").getByRole("listitem").allInnerTexts();
  };
  const landing = await lines("/");
  const features = await lines("/features");
  expect(landing.length).toBeGreaterThan(5);
  expect(features.filter((line) => landing.includes(line))).toEqual([]);
});

test("an address that does not exist says so, offers a search, and shows the settings", async ({
  page,
  user,
}) => {
  expect(user.id).toBeTruthy();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toBeVisible();
  await expect(page.getByText("/no/such/page")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search prompts" }).fill("parcel");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/explorer?q=parcel");
  await page.goBack();
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page.getByRole("heading", { name: "This page does not exist" })).toHaveCount(0);
});

test("what the checkout returns to is the plan", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  for (const flag of ["success", "canceled"]) {
    await page.goto(`/settings?${flag}=true`);
    await expect(page.getByRole("tab", { name: "Billing & Plans" })).toHaveAttribute("aria-selected", "true");
  }
});
