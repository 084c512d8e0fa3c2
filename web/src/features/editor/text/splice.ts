// Between what a text field shows and what the document stores.
//
// Fields of the browser and Monaco know only `\n`; a stored text may hold `\r\n` and `\r` and must keep them where nobody
// typed. So a change is found in the shown text, and its positions are carried over to the stored one.

/** A replaced range of a text, in UTF-16 positions. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** A stored text as a field shows it. */
export function shown(stored: string): string {
  return stored.includes("\r") ? stored.replace(/\r\n?/g, "\n") : stored;
}

/** The one replaced range that turns a field's text from `before` into `after`, or null when they are equal. */
export function spliceBetween(before: string, after: string): Splice | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = longest(shorter, (from, to) => before.slice(from, to) === after.slice(from, to));
  let tail = longest(shorter - start, (from, to) => {
    return (
      before.slice(before.length - to, before.length - from) ===
      after.slice(after.length - to, after.length - from)
    );
  });
  // Half a surrogate pair is no character: the range takes in the whole of it.
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail -= 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/**
 * How many units from an end are equal, up to `most`. Stretches are compared whole, each half as long as the last: that costs
 * a long text a fiftieth of looking at every unit.
 */
function longest(most: number, same: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let step = 2 ** Math.floor(Math.log2(most)); step >= 1; step /= 2) {
    if (length + step <= most && same(length, length + step)) length += step;
  }
  return length;
}

/** Where a place of a text is after a splice: between the same characters, and before what took the place of both. */
export function placeAfter({ start, end, text }: Splice, place: number): number {
  if (place <= start) return place;
  return place < end ? start : place - end + start + text.length;
}

/** A splice of the shown text as one of the stored text. */
export function toStored(stored: string, splice: Splice): Splice {
  if (!stored.includes("\r")) return splice;
  const start = storedPosition(stored, splice.start);
  const end = storedPosition(stored, splice.end);
  // A text that ends its lines in one way keeps doing so.
  const text = usesOnlyCrLf(stored) ? splice.text.replaceAll("\n", "\r\n") : splice.text;
  // A lone `\r` that comes to stand before a `\n` would join it to one line end: it becomes a `\n` itself.
  if (!(text || stored.slice(end, end + 1)).startsWith("\n")) return { start, end, text };
  let from = start;
  while (stored[from - 1] === "\r") from -= 1;
  return { start: from, end, text: "\n".repeat(start - from) + text };
}

function storedPosition(stored: string, position: number): number {
  let seen = 0;
  let at = 0;
  while (seen < position && at < stored.length) {
    at += stored.startsWith("\r\n", at) ? 2 : 1;
    seen += 1;
  }
  return at;
}

function usesOnlyCrLf(text: string): boolean {
  return !/[^\r]\n|^\n|\r(?!\n)/.test(text);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
