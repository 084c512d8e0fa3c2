// Splits a text, so that a keystroke affects a small part of it.

/**
 * A piece ends at the first blank line after `least` characters, or at the latest at the first line end after
 * `most`.
 */
interface Size {
  least: number;
  most: number;
}

/**
 * The unit that may be skipped off screen. The browser checks each at every frame, so passages are larger than
 * paragraphs.
 */
export const passage: Size = { least: 3_000, most: 4_000 };

/** The unit of layout after a keystroke. */
export const paragraph: Size = { least: 0, most: 400 };

/**
 * Splits a text into pieces of whole lines, which include the blank lines at their ends without the line ends.
 */
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
