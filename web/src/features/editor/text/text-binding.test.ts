import { expect, test } from "vitest";
import { EditorDocument, newPrompt } from "@/core";
import { textBinding } from "./text-binding";

test("changes that come one upon the other go where they were made, whatever ends the lines", () => {
  const prompt = EditorDocument.open({
    ...newPrompt("prompt"),
    content: { segments: [{ id: "s", order: 0, type: "user", content: "ab\r\ncd\r\nef" }] },
  });
  const text = textBinding(prompt, "s", "segment");
  // Monaco reports several characters that an input method enters at once like this.
  for (const [index, character] of [..."xyz"].entries()) {
    text.splice({ start: 2 + index, end: 2 + index, text: character });
  }
  text.splice({ start: 8, end: 9, text: "" });
  expect(text.read()).toBe("abxyz\r\ncdef");
});
