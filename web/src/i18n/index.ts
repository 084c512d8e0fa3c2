// The language of the interface. English texts stand in the code, the other languages in locales/. A page has one
// language for its whole life: this module loads its catalogue before any module that shows a text runs, so that texts
// may also stand in constants, and choosing another language loads the page again.
import { initialLanguage, type Language, languages } from "./language";
import { type Message, parse, type Values, valuesIn, write } from "./messages";

export { chooseLanguage, initialLanguage, languages } from "./language";
export { Trans } from "./trans";

const catalogues = {
  french: () => import("../../locales/fr.po"),
  german: () => import("../../locales/de.po"),
  spanish: () => import("../../locales/es.po"),
};

/** The language of this page. */
export let language: Language = initialLanguage();
let catalogue: Record<string, Message> = {};
let sentences: readonly string[] = [];

if (language !== "english") {
  try {
    const [{ messages }, known] = await Promise.all([catalogues[language](), import("./sentences")]);
    catalogue = messages;
    sentences = known.sentences;
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

/** An English text of the core or the server in the language of the page, if its catalogue has it. */
export function translated(text: string): string {
  if (catalogue[text]) return textOf(text);
  for (const sentence of sentences) {
    const values = sentence.includes("{") && valuesIn(sentence, text);
    if (values) return textOf(sentence, values, (value) => translated(String(value)));
  }
  return text;
}
