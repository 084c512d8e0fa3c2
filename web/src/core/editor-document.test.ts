import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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
  expect(document.record().content.segments?.[0]?.content).toBe(after);
  document.undo();
  expect(text()).toBe(before);
});

test("what no text can hold is no reason to refuse a title", () => {
  const { document } = opened("");
  document.apply({ op: "set_title", title: "a\0b\ud83d" });
  expect(document.details().title).toBe("a\ufffdb\ufffd");
});

test("a splice that is refused leaves the text that a view sees", () => {
  const { document, text } = opened("😀");
  expect(text()).toBe("😀");
  expect(() => document.splice("s", "content", { start: 1, end: 1, text: "x" })).toThrow();
  expect(text()).toBe("😀");
});

describe("numbers about the text", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("are told once after many keys, and are those of the last", () => {
    const { document } = opened("");
    const told: number[] = [];
    document.subscribeCounts(() => told.push(document.totalCounts().characters));
    for (const start of [0, 1, 2]) document.splice("s", "content", { start, end: start, text: "x" });
    expect(told).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(told).toEqual([3]);
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([3]);
    document.splice("s", "content", { start: 3, end: 3, text: "x" });
    vi.advanceTimersByTime(250);
    expect(told).toEqual([3, 4]);
  });

  test("are told a last time when the document closes, and never after", () => {
    const { document } = opened("");
    const told: number[] = [];
    document.subscribeCounts(() => told.push(document.totalCounts().characters));
    document.splice("s", "content", { start: 0, end: 0, text: "x" });
    document.close();
    vi.advanceTimersByTime(1000);
    expect(told).toEqual([1]);
  });
});

test("who shows an item hears of what may concern it, and of nothing else", () => {
  const segment = (id: string, order: number) => ({ id, order, type: "user" as const, content: id });
  const document = EditorDocument.open({
    ...newPrompt("prompt"),
    content: { segments: [segment("a", 0), segment("b", 1)] },
  });
  let told: string[] = [];
  const heard = () => {
    const of = told;
    told = [];
    return of;
  };
  document.subscribe(() => told.push("document"));
  const leave = document.subscribeItem("a", () => told.push("a"));
  document.subscribeItem("b", () => told.push("b"));
  const type = (id: string) => document.splice(id, "content", { start: 0, end: 0, text: "x" });

  type("a");
  expect(heard()).toEqual(["document", "a"]);
  document.undo();
  expect(heard()).toEqual(["document", "a"]);
  type("b");
  expect(heard()).toEqual(["document", "b"]);
  document.apply({ op: "set_title", title: "Title" });
  expect(heard()).toEqual(["document"]);
  document.apply({ op: "move_item", id: "b", index: 0 });
  expect(heard()).toEqual(["document", "a", "b"]);
  document.setSaved(document.record());
  expect(heard()).toEqual(["document", "a", "b"]);
  leave();
  document.apply({ op: "remove_item", id: "a" });
  expect(heard()).toEqual(["document", "b"]);
});
