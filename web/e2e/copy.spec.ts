// The specification's fixed texts (copy.ts): each is in the shipped scripts word for word, or on a page below,
// and the texts of a page are visible on it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Route } from "@playwright/test";
import { replaced, seenOn, texts } from "./copy";
import { createPrompt, expect, test } from "./fixtures";

const folder = join(import.meta.dirname, "../dist/assets");

const scripts = readdirSync(folder)
  .filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

/** A short text could be part of any word, so it must begin or end a literal. */
function isShipped(text: string): boolean {
  if (text.length > 8) return scripts.includes(text);
  const ends = ['"', "'", "`"];
  return (
    ends.some((end) => scripts.includes(end + text)) ||
    [...ends, "${"].some((end) => scripts.includes(text + end))
  );
}

test("every fixed text of the specification is shipped as it is written there", () => {
  const missing = Object.entries(texts).flatMap(([place, list]) =>
    list.filter((text) => !isShipped(text)).map((text) => `${place}: ${text}`),
  );
  expect(missing).toEqual([]);
  expect(replaced.filter((text) => scripts.includes(text))).toEqual([]);
});

// One of the pages is a missing profile, and some requests fail on purpose.
test.use({ expectedFailures: ["/api/profile/00000000", "Failed to load resource", " 500"] });

test("the texts that belong to a page are seen on it", async ({ page, user }) => {
  test.setTimeout(180_000);
  expect(user.id).toBeTruthy();
  for (const [path, list] of Object.entries(seenOn)) {
    await page.goto(path);
    for (const text of list) {
      await expect(
        page.getByText(text).filter({ visible: true }).first(),
        `“${text}” on ${path}`,
      ).toBeVisible();
    }
  }
});

/** A response without a message. */
const fail = (route: Route) => route.fulfill({ status: 500, body: "" });

test("a list that does not load says so", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  for (const [path, api, text] of [
    ["/explorer", /\/api\/prompts\?/, "Failed to load prompts. Please try again."],
    ["/collections", /\/api\/collections/, "Error loading collections:"],
  ] as const) {
    await page.route(api, fail);
    await page.goto(path);
    await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }).first()).toBeVisible();
    await page.unroute(api, fail);
  }
});

test("a save that fails says what was not saved", async ({ page, user }) => {
  expect(user.id).toBeTruthy();
  const { id } = await createPrompt(page.request, { title: "Ada", prompt_type: "persona", type: "asset" });
  const made = await page.request.post("/api/components", { data: { title: "Tone", type: "module" } });
  const component = await made.json();
  await page.route(/\/api\/(prompts|components)\/[^/]+$/, (route) =>
    route.request().method() === "PUT" ? fail(route) : route.continue(),
  );
  await page.goto(`/asset-editor/${id}`);
  await page.getByRole("button", { name: /^Asset Details/ }).click();
  await page.getByLabel("Title").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save Asset" }).click();
  await expect(page.getByText("Failed to save asset. Please try again.").first()).toBeVisible();
  await page.goto(`/component-editor/${component.id}`);
  await page.getByLabel("Title").fill("Tone of voice");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Failed to save component. Please try again.").first()).toBeVisible();
});
