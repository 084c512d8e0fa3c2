import { expect, test } from "vitest";
import { EditorDocument, newPrompt } from ".";

function opened(content: string) {
  const document = EditorDocument.open({
    ...newPrompt("prompt"),
    content: { segments: [{ id: "s", order: 0, type: "user", content }] },
  });
  return { document, text: () => document.item("s", "segment")?.content };
}

test.each([
  { name: "typing", before: "abc", splice: { start: 3, end: 3, text: "d" }, after: "abcd" },
  { name: "replacing", before: "abc", splice: { start: 0, end: 2, text: "xyz" }, after: "xyzc" },
  { name: "deleting", before: "abc", splice: { start: 1, end: 2, text: "" }, after: "ac" },
  { name: "behind an emoji", before: "😀é", splice: { start: 2, end: 3, text: "漢" }, after: "😀漢" },
  { name: "an emoji", before: "ab", splice: { start: 1, end: 1, text: "😀" }, after: "a😀b" },
  {
    name: "between line ends",
    before: "a\r\nb",
    splice: { start: 3, end: 3, text: "\r\n" },
    after: "a\r\n\r\nb",
  },
  { name: "half a pair", before: "ab", splice: { start: 1, end: 1, text: "\ud83d" }, after: "a\ufffdb" },
])("a view sees the text that is stored: $name", ({ before, splice, after }) => {
  const { document, text } = opened(before);
  expect(text()).toBe(before);
  document.splice("s", "content", splice);
  expect(text()).toBe(after);
  expect(document.prompt().content.segments?.[0]?.content).toBe(after);
  document.undo();
  expect(text()).toBe(before);
});

test("a splice that is refused leaves the text that a view sees", () => {
  const { document, text } = opened("😀");
  expect(text()).toBe("😀");
  expect(() => document.splice("s", "content", { start: 1, end: 1, text: "x" })).toThrow();
  expect(text()).toBe("😀");
});
