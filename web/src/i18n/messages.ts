// Writes a message with its values. Lingui's macros and compiler make the messages; its runtime would be a tenth of what
// a first page may load, and texts here use arguments and plurals only.

/** Text, an argument, or the forms of a plural, as Lingui compiles them. "#" is the number of the plural. */
type Token = string | [name: string, type?: string, forms?: Record<string, Message>];
export type Message = string | Token[];
export type Values = Record<string, unknown>;

/** A message in a language; `show` writes the value of an argument. */
export function write(
  message: Message,
  locale: string,
  values: Values,
  show: (value: unknown) => string,
): string {
  const writeWith = (part: Message, count: number | null): string => {
    if (typeof part === "string") return part;
    const texts = part.map((token) => {
      if (token === "#" && count !== null) return new Intl.NumberFormat(locale).format(count);
      if (typeof token === "string") return token;
      const [name, , forms] = token;
      if (!forms) return show(values[name]);
      const number = Number(values[name]);
      const form = forms[number] ?? forms[new Intl.PluralRules(locale).select(number)] ?? forms.other ?? "";
      return writeWith(form, number);
    });
    return texts.join("");
  };
  return writeWith(message, null);
}

/** Reads a text of the source into what Lingui's compiler makes of it. */
export function parse(source: string): Message {
  return source.includes("{") ? tokens(source, false) : source;
}

const argument = /^\s*(\w+)\s*(?:,\s*plural\s*,([\s\S]*))?$/;

function tokens(source: string, isCounted: boolean): Token[] {
  const found: Token[] = [];
  let start = 0;
  const text = (end: number) => end > start && found.push(source.slice(start, end));
  for (let at = 0; at < source.length; at++) {
    if (source[at] === "#" && isCounted) {
      text(at);
      found.push("#");
    } else if (source[at] === "{") {
      text(at);
      const end = closing(source, at);
      const [, name = "", forms] = argument.exec(source.slice(at + 1, end)) ?? [];
      found.push(forms === undefined ? [name] : [name, "plural", formsOf(forms)]);
      at = end;
    } else continue;
    start = at + 1;
  }
  text(source.length);
  return found;
}

function formsOf(source: string): Record<string, Message> {
  const forms: Record<string, Message> = {};
  for (let at = 0, open = source.indexOf("{"); open >= 0; open = source.indexOf("{", at)) {
    const end = closing(source, open);
    forms[source.slice(at, open).replace("=", "").trim()] = tokens(source.slice(open + 1, end), true);
    at = end + 1;
  }
  return forms;
}

function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at++) {
    if (source[at] === "{") depth++;
    else if (source[at] === "}" && --depth === 0) return at;
  }
  return source.length;
}

/** The values of the arguments with which a sentence of the source makes a text; null if it does not. */
export function valuesIn(source: string, text: string): Record<string, string> | null {
  const pattern = source.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, "(?<$1>.+?)");
  return new RegExp(`^${pattern}$`, "s").exec(text)?.groups ?? null;
}
