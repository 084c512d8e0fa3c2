import { readFileSync } from "node:fs";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { parse } from "./messages";

async function read(locale: string) {
  const filename = `locales/${locale}.po`;
  const context = { locale, sourceLocale: "en", filename };
  return Object.values(await formatter().parse(readFileSync(filename, "utf8"), context));
}

/** The arguments and elements that a text is made with. */
function partsOf(text: string): string[] {
  const parts = [...text.matchAll(/\{(\w+)[},]|(<\/?\w+\/?>)/g)].map(([, name, tag]) => name ?? tag ?? "");
  return [...new Set(parts)].sort();
}

describe.each(["fr", "de", "es"])("the catalogue %s", (locale) => {
  it("has a translation of every text", async () => {
    const missing = (await read(locale)).filter(({ translation }) => !translation);
    expect(missing.map(({ message }) => message)).toEqual([]);
  });

  it("keeps the values and elements of every text", async () => {
    for (const { message = "", translation } of await read(locale)) {
      if (/, plural,/.test(message)) continue;
      expect(partsOf(translation), message).toEqual(partsOf(message));
    }
  });

  it("has no translation that cannot be compiled", async () => {
    for (const { translation } of await read(locale)) expect(() => compileMessage(translation)).not.toThrow();
  });
});

it("reads every text of the source as Lingui's compiler does", async () => {
  for (const { message = "" } of await read("fr")) {
    const read = parse(message);
    expect(Array.isArray(read) ? read : [read], message).toEqual(compileMessage(message));
  }
});
