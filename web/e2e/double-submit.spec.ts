// A double click counts as one click: an action that creates something creates it once.
import { createPrompt, expect, registerUser, test } from "./fixtures";

test("a double click makes one copy, one version, one collection and one component", async ({
  page,
  user,
  context,
  playwright,
  baseURL,
}) => {
  const stranger = await playwright.request.newContext({ baseURL: baseURL ?? "" });
  await registerUser(stranger, "Somebody else");
  const { id } = await createPrompt(stranger, { title: "Seen by all", is_public: true });
  await stranger.dispose();
  const mine = async (path: string) => {
    const answer = await context.request.get(path);
    expect(answer.status(), path).toBe(200);
    return (await answer.json()).items as { id: string }[];
  };

  await page.goto(`/editor?prompt=${id}`);
  await page.getByRole("button", { name: "Clone", exact: true }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Seen by all (Copy)" })).toBeVisible();
  const [copy, ...more] = await mine(`/api/prompts?owner=${user.id}`);
  expect(more).toEqual([]);

  await page.getByRole("button", { name: "Versions" }).click();
  await page.getByRole("button", { name: "New version" }).click();
  const version = page.getByRole("dialog", { name: "New version" });
  await version.getByRole("button", { name: "Create version" }).dblclick();
  await expect(version).toBeHidden();
  expect(await mine(`/api/prompts/${copy?.id}/versions?named=true`)).toHaveLength(1);

  await page.goto("/collections");
  await page.getByRole("button", { name: "New Collection" }).first().click();
  await page.getByRole("dialog").getByLabel("Title").fill("Shelf");
  await page.getByRole("button", { name: "Create Collection" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Shelf" })).toBeVisible();
  expect(await mine("/api/collections?owner=me&parent_id=any")).toHaveLength(1);

  await page.goto("/library");
  await page.getByRole("button", { name: "Create Component" }).first().click();
  const component = page.getByRole("dialog", { name: "Create Component" });
  await component.getByLabel("Title").fill("Tone of voice");
  await component.getByRole("button", { name: "Create Component" }).dblclick();
  await expect(page).toHaveURL(/\/component-editor\//);
  expect(await mine("/api/components?owner=me")).toHaveLength(1);
});

test.describe("on a slow connection", () => {
  test("a second click while the first is on its way does nothing", async ({
    page,
    user,
    playwright,
    baseURL,
  }) => {
    const stranger = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    await registerUser(stranger, "Somebody else");
    const title = `Slowly seen ${user.id}`;
    const { id } = await createPrompt(stranger, { title, is_public: true });
    await stranger.dispose();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    await page.route("**/clone", async (route) => {
      asked += 1;
      await answered;
      await route.continue();
    });
    await page.goto(`/editor?prompt=${id}`);
    const clone = page.getByRole("button", { name: "Clone", exact: true });
    await clone.click();
    await expect(clone).toBeDisabled();
    await clone.click({ force: true });
    answer();
    await expect(page.getByRole("heading", { level: 1, name: `${title} (Copy)` })).toBeVisible();
    expect(asked).toBe(1);
  });

  test("a menu offers no second copy while the first is on its way", async ({ page, user, context }) => {
    await createPrompt(context.request, { title: "Slow one" });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/clone", async (route) => {
      await answered;
      await route.continue();
    });
    await page.goto("/explorer?owner=me");
    const actions = page.getByRole("button", { name: "Actions for Slow one", exact: true });
    await actions.click();
    await page.getByRole("menuitem", { name: "Clone" }).click();
    await actions.click();
    await expect(page.getByRole("menuitem", { name: "Clone" })).toBeDisabled();
    await page.keyboard.press("Escape");
    answer();
    await expect(page.getByText("“Slow one (Copy)” was added to your prompts")).toBeVisible();
    const { items } = await (await context.request.get(`/api/prompts?owner=${user.id}`)).json();
    expect(items).toHaveLength(2);
  });
});
