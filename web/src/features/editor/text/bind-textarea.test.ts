import { afterEach, describe, expect, test } from "vitest";
import { EditorDocument, newPrompt } from "@/core";
import { bindTextarea } from "./bind-textarea";
import { textBinding } from "./text-binding";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function tied(content: string) {
  const prompt = EditorDocument.open({
    ...newPrompt("prompt"),
    content: { segments: [{ id: "s", order: 0, type: "user", content }] },
  });
  const field = document.createElement("textarea");
  document.body.append(field);
  const untie = bindTextarea(field, textBinding(prompt, "s", "segment"));
  ends.push(untie, () => field.remove());
  const type = (value: string) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return { prompt, field, type, untie, stored: () => prompt.item("s", "segment")?.content };
}

describe("a field and a text", () => {
  test("what is typed is stored, and what is undone is shown", () => {
    const { prompt, field, type, stored } = tied("one");
    expect(field.value).toBe("one");
    type("one two");
    expect(stored()).toBe("one two");
    prompt.undo();
    expect([field.value, stored()]).toEqual(["one", "one"]);
  });

  test("the caret stays where it is when others change the text", () => {
    const { prompt, field } = tied("one two");
    field.setSelectionRange(3, 3);
    prompt.splice("s", "content", { start: 7, end: 7, text: " three" });
    expect(field.value).toBe("one two three");
    expect([field.selectionStart, field.selectionEnd]).toEqual([3, 3]);
  });

  test("the caret stays between the same characters when the text before it changes", () => {
    const { prompt, field, type } = tied("one two");
    field.setSelectionRange(4, 7, "backward");
    prompt.splice("s", "content", { start: 0, end: 0, text: "zero " });
    expect([field.selectionStart, field.selectionEnd, field.selectionDirection]).toEqual([9, 12, "backward"]);
    // The text around the caret was removed.
    prompt.splice("s", "content", { start: 7, end: 11, text: "" });
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["zero ono", 7, 8]);
    // Undoes the text typed before it.
    prompt.endStep();
    type("very zero ono");
    field.setSelectionRange(5, 5);
    prompt.undo();
    expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(["zero ono", 0, 0]);
  });

  test("what is taken back has the caret, where one is in the field", () => {
    const { prompt, field, type } = tied("one three");
    field.focus();
    type("one new three");
    field.setSelectionRange(0, 0);
    prompt.undo();
    expect([field.value, field.selectionStart]).toEqual(["one three", 4]);
    prompt.redo();
    expect([field.value, field.selectionStart]).toEqual(["one new three", 8]);
  });

  test("a word that an input method composes is taken back at once, and nothing else with it", async () => {
    const { prompt, field, type } = tied("");
    const composition = (name: string) => field.dispatchEvent(new Event(name, { bubbles: true }));
    type("x");
    composition("compositionstart");
    for (const word of ["xに", "xにほ", "xにほんご"]) type(word);
    composition("compositionend");
    type("x日本語");
    await new Promise((resolve) => setTimeout(resolve));
    type("x日本語y");
    prompt.undo();
    expect(field.value).toBe("x日本語");
    prompt.undo();
    expect(field.value).toBe("x");
    prompt.redo();
    expect(field.value).toBe("x日本語");
  });

  test("line ends stay as they are stored where nobody typed", () => {
    const { field, type, stored } = tied("a\r\nb");
    expect(field.value).toBe("a\nb");
    type("a\nbc");
    expect(stored()).toBe("a\r\nbc");
  });

  test("what no text can hold is shown as what is stored instead", () => {
    const { field, type, stored } = tied("a");
    type("a\0");
    expect(stored()).toBe("a\ufffd");
    expect(field.value).toBe("a\ufffd");
    // The document does not change.
    type("a\0");
    expect([field.value, stored()]).toEqual(["a\ufffd", "a\ufffd"]);
  });

  test("a field that is gone hears and changes nothing", () => {
    const { prompt, field, type, untie, stored } = tied("one");
    untie();
    prompt.splice("s", "content", { start: 0, end: 3, text: "two" });
    expect(field.value).toBe("one");
    type("three");
    expect(stored()).toBe("two");
  });

  test("keys reach nobody above the field, who would only look for handlers", () => {
    const { field } = tied("one");
    const heard: string[] = [];
    for (const name of ["input", "textInput", "selectionchange", "keydown"]) {
      const listen = (event: Event) => heard.push(event.type);
      document.body.addEventListener(name, listen);
      ends.push(() => document.body.removeEventListener(name, listen));
      field.dispatchEvent(new Event(name, { bubbles: true }));
    }
    expect(heard).toEqual(["keydown"]);
  });
});
