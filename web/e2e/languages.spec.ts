// The interface in its other languages: nothing is left in English, nothing is cut on a phone, and axe finds nothing.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "@lingui/format-po";
import type { Page } from "@playwright/test";
import { createPrompt, expect, expectAccessible, registerUser, test } from "./fixtures";

const languages = [
  { name: "french", tag: "fr", settings: "Paramètres" },
  { name: "german", tag: "de", settings: "Einstellungen" },
  { name: "spanish", tag: "es", settings: "Ajustes" },
];

const visitors = ["/", "/features", "/login", "/register", "/forgot-password", "/reset-password"];
const signedIn = [
  "/studio",
  "/editor",
  "/explorer",
  "/explorer?tab=assets",
  "/import",
  "/library",
  "/collections",
  "/community",
  "/community?tab=marketplace",
  "/analytics",
  "/settings",
  "/settings?tab=notifications",
  "/settings?tab=billing",
  "/settings?tab=webhooks",
  "/settings?tab=account",
  "/profile",
  "/trash",
  "/admin",
  "/nowhere",
];

/** Names, and what people and browsers wrote. */
const names =
  /^[0-9a-f-]{36}$|^\.\w+$|^(Ctrl|Strg)\+|^Mozilla|^Chrome |alt\+T$|^grace-hopper|\{\{|Promptcase|Grace Hopper|Zzz|@example\.org|@grace|Mastodon|OpenAI|Anthropic|OPENAI|Markdown|\.md|GitHub|Twitter|WebAssembly|^(Plus|Ctrl|Esc|Free|Pro|Max|English|Français|Deutsch|Español)$|https?:|UTC|^\d+\.? \p{L}+\.?( \d{4})?$|^\W*$|^[\W\d]+\p{L}{0,2}$/u;

/** What a catalogue can show: whole texts, the parts between their elements, and patterns for texts with values. */
async function shownBy(tag: string): Promise<(text: string) => boolean> {
  const filename = join(import.meta.dirname, `../locales/${tag}.po`);
  const context = { locale: tag, sourceLocale: "en", filename };
  const entries = Object.values(await formatter().parse(readFileSync(filename, "utf8"), context));
  const whole = new Set<string>();
  const patterns: RegExp[] = [];
  for (const { translation = "" } of entries) {
    const forms = /, plural,/.test(translation)
      ? [...translation.matchAll(/\w+ \{((?:[^{}]|\{\w+\})*)\}/g)].map(([, form]) => form ?? "")
      : [translation];
    for (const part of forms.flatMap((form) => form.split(/<\/?\w+\/?>/))) {
      const text = part.replaceAll(/\s+/g, " ").trim();
      whole.add(text);
      for (const piece of text.split(/\{\w+\}|#/)) if (/\p{L}{2}/u.test(piece)) whole.add(piece.trim());
      const letters = text.replaceAll(/\{\w+\}/g, "").match(/\p{L}/gu) ?? [];
      if (text.includes("#") || (text.includes("{") && letters.length > 3)) {
        const source = text.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{\w+\}/g, ".+");
        patterns.push(new RegExp(`^${source.replaceAll("#", "[\\d\\s.,]+")}$`, "su"));
      }
    }
  }
  const isShown = (text: string): boolean =>
    whole.has(text) || whole.has(text.replace(/ \d+$/, "")) || patterns.some((pattern) => pattern.test(text));
  return (text) => isShown(text) || text.split(" · ").every(isShown);
}

/** What people wrote in an answer of the API: other journeys publish on the same server. */
function writtenIn(answer: unknown, name = ""): string[] {
  if (typeof answer === "string") {
    const isWritten = /^(title|description|excerpt|tags|author_name|full_name|handle)$/.test(name);
    return isWritten ? [answer.replaceAll(/\s+/g, " ").trim()] : [];
  }
  if (Array.isArray(answer)) return answer.flatMap((item) => writtenIn(item, name));
  return Object.entries(answer ?? {}).flatMap(([key, value]) => writtenIn(value, key));
}

/** The visible texts of the page outside code, dates and parts that are marked as English. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const skipped = "[lang=en], [lang]:not(html), code, pre, kbd, time, script, style, svg, textarea";
    const texts = new Set<string>();
    const add = (text: string | null) => {
      const plain = text?.replaceAll(/\s+/g, " ").trim();
      if (plain && /\p{L}{3}/u.test(plain)) texts.add(plain);
    };
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.parentElement?.checkVisibility() && !node.parentElement.closest(skipped))
        add(node.textContent);
    }
    for (const element of document.querySelectorAll("[aria-label], [placeholder], [alt], [title]")) {
      if (element.closest(skipped) && !element.matches("textarea")) continue;
      for (const name of ["aria-label", "placeholder", "alt", "title"]) add(element.getAttribute(name));
    }
    return [...texts];
  });
}

/** Texts that the screen cuts off, and what makes the page wider than the screen. */
function cutOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth) found.push("the page scrolls sideways");
    for (const element of document.querySelectorAll<HTMLElement>(
      "button, a, label, h1, h2, h3, p, dt, dd, legend",
    )) {
      if (!element.checkVisibility() || element.closest(".sr-only, [class*='sr-only']")) continue;
      // A title beside long buttons can be squeezed to nothing.
      if (/^H\d$/.test(element.tagName) && element.offsetWidth < 24)
        found.push(`squeezed: ${element.textContent}`);
      const style = getComputedStyle(element);
      const cuts = style.overflowX !== "visible" && style.textOverflow !== "ellipsis";
      if (cuts && element.scrollWidth > element.clientWidth + 1) found.push(`cut: ${element.textContent}`);
      const scrolls = (parent: Element | null): boolean =>
        parent !== null &&
        (/auto|scroll|hidden/.test(getComputedStyle(parent).overflowX) || scrolls(parent.parentElement));
      if (element.getBoundingClientRect().right > innerWidth + 1 && !scrolls(element.parentElement))
        found.push(`outside: ${element.textContent}`);
    }
    return found;
  });
}

test.use({ viewport: { width: 390, height: 844 } });

for (const [turn, { name, tag, settings }] of languages.entries()) {
  test(`${name}: nothing is in English, nothing is cut`, async ({ page, context }) => {
    test.setTimeout(120_000);
    const isShown = await shownBy(tag);
    await page.addInitScript((value) => localStorage.setItem("promptcase.language", value), name);
    let looked = 0;
    const faults: string[] = [];
    const written = new Set<string>();
    page.on("response", async (response) => {
      if (!/\/api\//.test(response.url())) return;
      for (const text of writtenIn(await response.json().catch(() => null))) written.add(text);
    });
    const look = async (address: string) => {
      await page.goto(address);
      await page.locator("h1").first().waitFor({ state: "attached" });
      await page.waitForLoadState("networkidle");
      await expect(page.locator("html")).toHaveAttribute("lang", tag);
      const foreign = (await textsOf(page)).filter(
        (text) => !names.test(text) && !written.has(text) && !isShown(text),
      );
      faults.push(...foreign.map((text) => `${address}: “${text}” is not in the catalogue`));
      faults.push(...(await cutOn(page)).map((cut) => `${address}: ${cut}`));
      // Each page in one of the languages: axe takes longer than everything else.
      if (looked++ % languages.length === turn) await expectAccessible(page);
    };
    for (const address of visitors) await look(address);
    await registerUser(context.request);
    const content = { segments: [{ id: "s", order: 0, type: "user", content: "Zzz {{zzz}}" }] };
    const { id } = await createPrompt(context.request, { title: "Zzz", content });
    for (const address of [...signedIn, `/editor?prompt=${id}`]) await look(address);
    expect(faults).toEqual([]);
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(settings);
  });
}

test("a visitor's choice stays, and an account has its own", async ({ page, context }) => {
  await page.goto("/");
  await page.getByLabel("Language").selectOption("german");
  await expect(page.getByRole("link", { name: "Kostenlos starten" }).first()).toBeVisible();
  const { id } = await registerUser(context.request);
  await page.goto("/settings");
  await page.getByLabel("Sprache").selectOption("french");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paramètres");
  const stored = await page.evaluate((user) => localStorage.getItem(`promptcase.preferences.${user}`), id);
  expect(JSON.parse(stored ?? "{}")).toMatchObject({ language: "french" });
  // Another account was here meanwhile.
  await page.evaluate(() => localStorage.setItem("promptcase.language", "spanish"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paramètres");
});

test.describe("without a catalogue", () => {
  test.use({ expectedFailures: ["net::ERR_FAILED"] });

  test("a failed download shows English once, and an account has only a language that was chosen", async ({
    page,
    context,
  }) => {
    const { id } = await registerUser(context.request);
    await page.addInitScript(() => {
      if (localStorage.getItem("promptcase.language") === null)
        localStorage.setItem("promptcase.language", "french");
    });
    await page.route("**/assets/fr-*.js", (route) => route.abort());
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Settings");
    await page.getByText("Dark", { exact: true }).click();
    const stored = () =>
      page.evaluate((user) => localStorage.getItem(`promptcase.preferences.${user}`) ?? "{}", id);
    await expect.poll(async () => JSON.parse(await stored())).toEqual({ theme: "dark" });
    await page.unroute("**/assets/fr-*.js");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paramètres");
    // A visitor chooses another language, and signs in to the account, which never chose one.
    await page.evaluate(() => localStorage.setItem("promptcase.language", "german"));
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Einstellungen");
  });
});

test.describe("in a browser of another language", () => {
  test.use({ locale: "es-MX" });

  test("the browser's language is taken", async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByRole("button", { name: "Iniciar sesión" })).toBeVisible();
  });
});
