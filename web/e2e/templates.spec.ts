// Templates: prompts to start from.
import { expect, expectAccessible, registerUser, test } from "./fixtures";

test("a template becomes one's own prompt", async ({ page, user, context }) => {
  expect(user.id).toBeTruthy();
  await page.goto("/editor");
  const templates = page.getByRole("list", { name: "Templates" });
  await expect(templates.getByRole("listitem")).toHaveCount(14);
  await expectAccessible(page);
  await templates.getByRole("button", { name: /^Sum up a meeting/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sum up a meeting");
  await expect(page.getByLabel("Text of Segment 2")).toHaveValue(/{{notes}}$/);
  const mine = await (await context.request.get("/api/prompts?owner=me")).json();
  expect(mine.items.map(({ title }: { title: string }) => title)).toEqual(["Sum up a meeting"]);
});

test("a template of the welcome ends it and opens", async ({ page, context }) => {
  await registerUser(context.request, "Grace Hopper", true);
  const data = { role: "Student", experience: "New to AI", goals: ["Version control prompts"], plan: "free" };
  for (const step of [1, 2, 3, 4]) {
    const saved = await context.request.put(`/api/onboarding/steps/${step}`, { data: { data } });
    expect(saved.status(), await saved.text()).toBe(200);
  }
  await page.goto("/explorer");
  const welcome = page.getByRole("dialog");
  await welcome.getByRole("button", { name: /^Explain a topic to me/ }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Explain a topic to me");
  await expect(welcome).toBeHidden();
});
