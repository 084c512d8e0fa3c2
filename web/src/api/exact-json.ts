// JSON whose integers have 64 bits. JavaScript's numbers keep 53 of them, so an integer that it would round stands in our values
// as an object, `{ $exact_number: "9007199254740993" }`, which goes wherever JSON goes: it is copied, compared, kept as a draft.
// Only where text is read or written is it a number. An object of somebody's own that looks like one of ours has one more `$` in
// our values. The core does the same (prompt-core, exact/marks.rs says more).

const mark = "$exact_number";
const marked = /(\{\s*"\$*)\$(exact_number":\s*"(-?[1-9]\d{15,19})"\s*\})/g;

/** Tells the server, where something is saved, that none of its integers was rounded on the way here and back. */
export const exactNumbers = { "Exact-Numbers": true };

/** Reads JSON. */
export function parseJson(text: string): unknown {
  return JSON.parse(markJson(text));
}

/** Writes JSON: to send, or with an indent to show. */
export function jsonText(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, null, indent);
  return text?.includes(mark)
    ? text.replace(marked, (object, before, after, digits) => {
        if (!isRounded(digits)) return object;
        return before.endsWith("$") ? before + after : digits;
      })
    : text;
}

/** A number to show, also one that JavaScript would round; null for every other value. */
export function numberText(value: unknown): string | null {
  const text = jsonText(value);
  return text !== undefined && /^-?\d/.test(text) ? text : null;
}

/** A JSON text in which objects stand for the integers that JavaScript would round. */
export function markJson(text: string): string {
  if (!/\d{16}/.test(text)) return text;
  return markNumbers(
    text.replace(marked, (object, before, after, digits) =>
      isRounded(digits) ? `${before}$$${after}` : object,
    ),
  );
}

function markNumbers(text: string): string {
  let out = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const begin = quote < 0 ? text.length : quote;
    out += text
      .slice(at, begin)
      .replace(/-?\d[\d.eE+-]*/g, (number) => (isRounded(number) ? `{"${mark}":"${number}"}` : number));
    at = quote < 0 ? begin : endOfString(text, begin);
    out += text.slice(begin, at);
  }
  return out;
}

/** Whether JavaScript rounds an integer that 64 bits hold. */
function isRounded(number: string): boolean {
  if (!/^-?\d{16,20}$/.test(number) || String(Number(number)) === number) return false;
  const exact = BigInt(number);
  return exact === (number.startsWith("-") ? BigInt.asIntN(64, exact) : BigInt.asUintN(64, exact));
}

/** Where the string that begins with a quote ends. */
function endOfString(text: string, begin: number): number {
  for (let at = begin + 1; at < text.length; at += 1) {
    const end = text.indexOf('"', at);
    if (end < 0) break;
    let before = end;
    while (text[before - 1] === "\\") before -= 1;
    if ((end - before) % 2 === 0) return end + 1;
    at = end;
  }
  return text.length;
}
