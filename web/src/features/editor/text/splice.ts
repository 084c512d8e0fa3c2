// Converts between the text of a field and the stored text.
//
// Fields of the browser and Monaco know only `\n`; a stored text may hold `\r\n` and `\r` and must keep them where nobody
// typed. So a change is found in the shown text, and its positions are carried over to the stored one.
import type { Splice } from "@/ui/splice";

/** A stored text as a field shows it. */
export function toLf(stored: string): string {
  return stored.includes("\r") ? stored.replace(/\r\n?/g, "\n") : stored;
}

/** The position after a splice: between the same characters, or before the replacement if both were replaced. */
export function placeAfter({ start, end, text }: Splice, place: number): number {
  if (place <= start) return place;
  return place < end ? start : place - end + start + text.length;
}

/** Converts a splice of the shown text into one of the stored text. */
export function fromLf(stored: string, splice: Splice): Splice {
  if (!stored.includes("\r")) return splice;
  const start = storedPosition(stored, splice.start);
  const end = storedPosition(stored, splice.end);
  // A text with CRLF line endings only gets CRLF in the new text too.
  const text = usesOnlyCrLf(stored) ? splice.text.replaceAll("\n", "\r\n") : splice.text;
  // A lone `\r` that ends up before a `\n` would merge with it into one line ending, so it is replaced by `\n`.
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
