import { expect, test } from "vitest";
import { bounded } from "./bounded-field";

test.each([
  ["short enough", "abc", 3, { kept: "abc", over: 0 }],
  ["cut at the limit", "abcde", 3, { kept: "abc", over: 2 }],
  ["never through a character", "a😀😀😀", 2, { kept: "a😀", over: 2 }],
])("a text is %s", (_, text, limit, expected) => {
  expect(bounded(text, limit)).toEqual(expected);
});
