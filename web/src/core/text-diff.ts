// How one text became another: rows cut out of the two strings that are compared, each when it is drawn.
//
// The comparing program gives places, not texts (prompt-core, diff/places.rs says which number is what): strings that cross are
// written, decoded and made again, which takes longer than comparing them does.
import type { Row, RowKind, Side, Span, TextRoom, TextDiff as Told, UnifiedLine } from "./pkg/app/prompt_app";

const kinds = ["same", "added", "removed", "modified", "gap"] as const satisfies readonly RowKind[];

const head = 6;
const numbersOfRow = 8;

/** A list whose items are made when they are asked for. */
export interface Made<T> {
  readonly length: number;
  at(index: number): T;
  map<U>(draw: (item: T, index: number) => U): U[];
}

export interface TextDiff extends Omit<Told, "rows"> {
  /** The lines, paired. */
  rows: Made<Row>;
  /** The same as lines of a unified view: of each run of changes the removed ones first, then the added ones. */
  lines: Made<UnifiedLine>;
}

const encoder = new TextEncoder();

/** Compares by the comparing program. `context` unchanged lines stay around a change; at most `most` rows come, or all. */
export const textDiffBy =
  (room: TextRoom, memory: WebAssembly.Memory) =>
  (old: string, now: string, context: number, most?: number): TextDiff => {
    // A unit of UTF-16 is three bytes at most.
    const size = (old.length + now.length) * 3;
    const at = room.at(size);
    const middle = encoder.encodeInto(old, new Uint8Array(memory.buffer, at, size)).written;
    const rest = new Uint8Array(memory.buffer, at + middle, size - middle);
    const end = middle + encoder.encodeInto(now, rest).written;
    return read(room.places(middle, end, context, most), old, now);
  };

function read(numbers: Uint32Array, old: string, now: string): TextDiff {
  const number = (at: number) => numbers[at] ?? 0;
  const rows = number(4);
  const linesAt = head + rows * numbersOfRow;

  const kindAt = (row: number): RowKind => kinds[number(head + row * numbersOfRow) & 7] ?? "same";
  const side = (row: number, text: string, isNew: 0 | 1): Side | null => {
    const at = head + row * numbersOfRow + 1 + isNew * 3;
    const line = number(at);
    return line === 0 ? null : { line, spans: spans(row, text, number(at + 1), number(at + 2), isNew) };
  };
  const spans = (row: number, text: string, begin: number, end: number, isNew: 0 | 1): Span[] => {
    const at = head + row * numbersOfRow;
    const pieces = number(at + 7);
    if (pieces === 0) return begin === end ? [] : [span(text.slice(begin, end), number(at) & 16)];
    const first = pieces + 2 + (isNew ? number(pieces) : 0);
    const made: Span[] = [];
    let from = begin;
    for (let piece = first; piece < first + number(pieces + isNew); piece += 1) {
      const to = number(piece) >>> 1;
      made.push(span(text.slice(from, to), number(piece) & 1));
      from = to;
    }
    return made;
  };
  const row = (at: number): Row => {
    const first = head + at * numbersOfRow;
    const kind = kindAt(at);
    if (kind === "gap") return { kind, old: null, new: null, hidden: number(first + 1) };
    const made: Row = { kind, old: side(at, old, 0), new: side(at, now, 1), hidden: 0 };
    return number(first) & 8 ? { ...made, line_end_differs: true } : made;
  };
  const line = (at: number): UnifiedLine => {
    const place = number(linesAt + at);
    const of = place >>> 1;
    const first = head + of * numbersOfRow;
    const kind = kindAt(of);
    if (kind === "gap") return { kind, old_line: null, new_line: null, spans: [], hidden: number(first + 1) };
    const isNew = place & 1 ? 1 : 0;
    const own = side(of, isNew ? now : old, isNew);
    if (kind === "same")
      return {
        kind,
        old_line: number(first + 1),
        new_line: own?.line ?? null,
        spans: own?.spans ?? [],
        hidden: 0,
      };
    return {
      kind: isNew ? "added" : "removed",
      old_line: isNew ? null : (own?.line ?? null),
      new_line: isNew ? (own?.line ?? null) : null,
      spans: own?.spans ?? [],
      hidden: 0,
    };
  };
  return {
    left: number(0),
    added: number(1),
    removed: number(2),
    only_line_ends_differ: number(3) === 1,
    rows: made(rows, row),
    lines: made(number(5), line),
  };
}

const span = (text: string, changed: number): Span => (changed ? { text, changed: true } : { text });

function made<T>(length: number, at: (index: number) => T): Made<T> {
  return {
    length,
    at,
    map: (draw) => Array.from({ length }, (_, index) => draw(at(index), index)),
  };
}
