import { expect, test } from "vitest";
import { diffText } from ".";
// What the core itself makes of some texts; `make gen` writes it.
import comparisons from "./generated/comparisons.json";

test.each(comparisons)("rows cut out of the own strings are those of the core: $old → $now", (told) => {
  const { left, added, removed, only_line_ends_differ, rows } = told.diff;
  const diff = diffText(told.old, told.now, told.context, told.most ?? undefined);
  expect(diff).toMatchObject({ left, added, removed, only_line_ends_differ });
  expect(diff.rows.map((row) => row)).toEqual(rows);
  expect(diff.lines.map((line) => line)).toEqual(told.lines);
  expect(rows.map((_, index) => diff.rows.at(index))).toEqual(rows);
});

test("half a character stays what it is in the string, and moves nothing", () => {
  const { rows } = diffText("a \ud83d b\n漢\n", "a \ud83d b\n漢字\n", 3);
  const texts = rows.map(({ new: side }) => side?.spans.map((span) => span.text).join(""));
  expect(texts).toEqual(["a \ud83d b", "漢字"]);
});

test("a text that is larger than the room kept for texts is compared too", () => {
  const old = "漢字かな\n".repeat(60_000);
  const { added, removed, rows } = diffText(old, `${old}漢\n`, 1);
  expect([added, removed]).toEqual([1, 0]);
  expect(rows.at(rows.length - 1).new).toEqual({ line: 60_001, spans: [{ text: "漢", changed: true }] });
});
