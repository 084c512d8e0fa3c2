import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { exactTokens } from "./count";
import { tokenParts } from "./split";

test.each([
  ["", 0],
  ["Hello world", 2],
  ["<|endoftext|>", 7],
  ["a\n\nb", 3],
])("%j has %i tokens", (text, count) => expect(exactTokens(text)).toBe(count));

test("a text has as many tokens as its parts, whatever it is made of", () => {
  const pieces = [
    "a",
    "Über",
    " the",
    "\n",
    "\r\n",
    "\n\n",
    " ",
    "\t",
    "/",
    "//x",
    "!",
    "…",
    "{{x}}",
    "12345",
    "日本",
    "😀",
    "'s",
    "- ",
    "é",
  ];
  // A fixed sequence of pseudo-random numbers.
  let state = 7;
  const next = (most: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % most;
  };
  for (let round = 0; round < 2_000; round += 1) {
    const text = Array.from({ length: 1 + next(30) }, () => pieces[next(pieces.length)]).join("");
    expect(tokenParts(text).join("")).toBe(text);
    expect(exactTokens(text), JSON.stringify(text)).toBe(countTokens(text, { disallowedSpecial: new Set() }));
  }
});
