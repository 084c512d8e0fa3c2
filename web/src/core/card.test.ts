import { expect, test } from "vitest";
import { cardTexts, truncate } from "./card";

test.each([
  ["short", 5, "short"],
  ["longer", 5, "longe…"],
  ["ab👨‍👩‍👧", 3, "ab…"],
  ["😀😀😀", 2, "😀😀…"],
  ["e\u0301\u0301\u0301", 2, "e\u0301…"],
])("%s is cut at %d characters, and never inside of one", (text, most, shown) => {
  expect(truncate(text, most)).toBe(shown);
});

test("a card shows the first tags and how many more there are", () => {
  const prompt = { title: "t".repeat(71), description: "d".repeat(140), tags: ["a", "b", "c"] };
  expect(cardTexts(prompt, "card")).toEqual({
    title: `${"t".repeat(70)}…`,
    description: prompt.description,
    tags: ["a", "b"],
    more: "+1",
  });
  expect(cardTexts(prompt, "component")).toMatchObject({ tags: ["a", "b", "c"], more: undefined });
  expect(cardTexts(prompt, "compact")).toMatchObject({ tags: ["a"], more: "+2" });
});
