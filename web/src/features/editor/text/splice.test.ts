import { describe, expect, test } from "vitest";
import { type Splice, spliceBetween } from "@/ui/splice";
import { fromLf, toLf } from "./splice";

function spliced(text: string, { start, end, text: inserted }: Splice): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

describe("the change between two texts", () => {
  test.each([
    ["equal texts", "abc", "abc", null],
    ["a letter typed at the end", "abc", "abcd", { start: 3, end: 3, text: "d" }],
    ["a letter typed among equal ones", "aaa", "aaaa", { start: 3, end: 3, text: "a" }],
    ["a word replaced", "one two three", "one 2 three", { start: 4, end: 7, text: "2" }],
    ["all removed", "abc", "", { start: 0, end: 3, text: "" }],
    ["an emoji that shares half of its code units", "x😀y", "x😁y", { start: 1, end: 3, text: "😁" }],
    ["an emoji put beside its sister", "😀", "😀😁", { start: 2, end: 2, text: "😁" }],
    ["two emoji that end alike", "😀", "🌀", { start: 0, end: 2, text: "🌀" }],
  ])("%s", (_, before, after, expected) => {
    expect(spliceBetween(before, after)).toEqual(expected);
  });

  // Long texts are compared in slices whose lengths are powers of two: these changes are at and beside their
  // borders.
  test.each([0, 1, 1023, 1024, 1025, 2048, 2999, 3000])("a long text changed at %i", (at) => {
    const before = "0123456789".repeat(300);
    for (const [removed, text] of [
      [0, "x"],
      [1, ""],
      [2, "😀"],
      [0, "y".repeat(2048)],
      [2048, "z"],
    ] as const) {
      const start = Math.min(at, before.length - removed);
      const change = { start, end: start + removed, text };
      expect(spliceBetween(before, spliced(before, change))).toEqual(change);
    }
  });

  test("an emoji that shares half of its code units across the border of a stretch", () => {
    const [left, right] = ["a".repeat(1023), "b".repeat(3000)];
    expect(spliceBetween(`${left}😀${right}`, `${left}😁${right}`)).toEqual({
      start: 1023,
      end: 1025,
      text: "😁",
    });
  });
});

describe("a change carried over to the stored text", () => {
  test.each([
    ["plain line ends", "a\nb\nc", "a\nbX\nc", "a\nbX\nc"],
    ["Windows line ends stay where nobody typed", "a\r\nb\r\nc", "a\nb!\nc", "a\r\nb!\r\nc"],
    ["a new line in a Windows text is a Windows one", "a\r\nb", "a\nx\nb", "a\r\nx\r\nb"],
    ["a new line in a mixed text is a plain one", "a\r\nb\nc", "a\nb\nc\nd", "a\r\nb\nc\nd"],
    ["an old Mac line end counts as one", "a\rb\rc", "a\nb\nC", "a\rb\rC"],
    ["a joined line loses the whole of its end", "a\r\nb\r\nc", "ab\nc", "ab\r\nc"],
  ])("%s", (_, stored, after, expected) => {
    const splice = spliceBetween(toLf(stored), after);
    expect(splice && spliced(stored, fromLf(stored, splice))).toBe(expected);
  });

  test("whatever is typed into whatever text, the field shows what was typed", () => {
    const random = generator(7);
    const pieces = ["a", "b", "\n", "\r\n", "\r", "😀", "é", "中", "\t", ""];
    const pick = () => pieces[Math.floor(random() * pieces.length)] ?? "";
    for (let round = 0; round < 3000; round += 1) {
      const stored = Array.from({ length: Math.floor(random() * 12) }, pick).join("");
      const before = Array.from(toLf(stored));
      const at = Math.floor(random() * (before.length + 1));
      before.splice(at, Math.floor(random() * 3), toLf(pick()));
      const after = before.join("");
      const splice = spliceBetween(toLf(stored), after);
      const next = splice ? spliced(stored, fromLf(stored, splice)) : stored;
      expect(toLf(next), JSON.stringify({ stored, after })).toBe(after);
    }
  });
});

/** A small seeded generator (mulberry32), so that a failure is reproducible. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
