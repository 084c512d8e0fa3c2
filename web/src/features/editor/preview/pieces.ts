// Where a text may be cut, so that a key concerns a small part of it alone.

/** At least so many characters, then up to the next blank line; and at the latest after so many, up to the next line. */
interface Size {
  least: number;
  most: number;
}

/** What may be off the screen as a whole: the browser watches each at every frame, so they are not as small as paragraphs. */
export const passage: Size = { least: 3_000, most: 4_000 };

/** What the browser lays out anew for a key. */
export const paragraph: Size = { least: 0, most: 400 };

/** A text in pieces of whole lines, the blank lines at their ends with them but for their line ends. */
export function pieces(text: string, { least, most }: Size): string[] {
  const pieces: string[] = [];
  let start = 0;
  let lineStart = 0;
  for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", lineStart)) {
    const isBlank = end === lineStart;
    if ((isBlank && end - start >= least) || end - start > most) {
      pieces.push(text.slice(start, end + (isBlank ? 1 : 0)));
      start = end + 1;
    }
    lineStart = end + 1;
  }
  if (start < text.length || start === 0) pieces.push(text.slice(start));
  return pieces;
}
