// The language of the interface. English texts stand in the code, the other languages in locales/. A page has one
// language for its whole life: this module loads its catalogue before any module that shows a text runs, so that texts
// may also stand in constants, and choosing another language loads the page again.
import { initialLanguage, type Language, languages } from "./language";
import { type Message, parse, type Values, write } from "./messages";

export { chooseLanguage, languages } from "./language";
export { Trans } from "./trans";

const catalogues = {
  french: () => import("../../locales/fr.po"),
  german: () => import("../../locales/de.po"),
  spanish: () => import("../../locales/es.po"),
};

/** The language of this page. */
export let language: Language = initialLanguage();
let catalogue: Record<string, Message> = {};

if (language !== "english") {
  try {
    catalogue = (await catalogues[language]()).messages;
  } catch {
    // A page in English is better than none.
    language = "english";
  }
}

/** Its code, as HTML and Intl want it. */
export const locale: string = languages.find(({ value }) => value === language)?.tag ?? "en";
if (typeof document !== "undefined") document.documentElement.lang = locale;

/** A text in the language of the page; its English text is the key of the others. */
export function textOf(
  message: string,
  values: Values = {},
  show: (value: unknown) => string = String,
): string {
  return write(catalogue[message] ?? parse(message), locale, values, show);
}

/** What the macro `t` calls. */
export const i18n = { _: (text: { message: string; values?: Values }) => textOf(text.message, text.values) };
