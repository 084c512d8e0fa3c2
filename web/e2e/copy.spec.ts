// The fixed texts of the specification (texts.ts): each is in what is shipped to the browser, word for word, and those that
// stand on a page without more ado are seen there.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaced, seenOn, texts } from "./copy";
import { expect, test } from "./fixtures";

const folder = join(import.meta.dirname, "../dist/assets");

/** Everything the browser can be sent: scripts, and the words inside the WebAssembly. */
function shipped(ending: string): string {
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/** A short text could be part of any word: it counts where it begins or ends a literal. */
function isSaid(text: string, scripts: string, core: string): boolean {
  if (text.length > 8) return scripts.includes(text) || core.includes(text);
  const ends = ['"', "'", "`"];
  return (
    ends.some((end) => scripts.includes(end + text)) ||
    [...ends, "${"].some((end) => scripts.includes(text + end)) ||
    (text.length > 3 && core.includes(text))
  );
}

test("every fixed text of the specification is shipped as it is written there", () => {
  const [scripts, core] = [shipped(".js"), shipped(".wasm")];
  const missing = Object.entries(texts).flatMap(([place, list]) =>
    list.filter((text) => !isSaid(text, scripts, core)).map((text) => `${place}: ${text}`),
  );
  expect(missing).toEqual([]);
  expect(replaced.filter((text) => scripts.includes(text))).toEqual([]);
});

// A profile that does not exist is one of the pages.
test.use({ expectedFailures: ["/api/profile/00000000", "Failed to load resource"] });

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
