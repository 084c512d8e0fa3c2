// Binds a text area to a text without React, which would write a long text back into it as its default value on
// every key.
import { spliceBetween } from "@/ui/splice";
import { placeAfter, toLf } from "./splice";
import type { TextBinding } from "./text-binding";

/**
 * The events of every key in a field. React would handle all of them at the root, search the tree for handlers
 * and copy the field's text, although no ancestor of a field has a handler.
 */
const ofEveryKey = ["textInput", "selectionchange"];

/**
 * Synchronizes a field and a text until the returned function is called. `onShown` is called with every text that the
 * field comes to show.
 */
export function bindTextarea(
  field: HTMLTextAreaElement,
  text: TextBinding,
  onShown?: (text: string) => void,
): () => void {
  // The last known value of the field, cached because every read copies its text.
  let seen: string | null = null;
  const fill = () => {
    const now = toLf(text.read());
    if (now === seen) return;
    const { selectionStart, selectionEnd, selectionDirection } = field;
    const change = seen === null ? null : spliceBetween(seen, now);
    field.value = now;
    seen = now;
    onShown?.(now);
    // The browser would move the caret to the end of the text; undo moves it to the restored range instead.
    const isTakenBack = text.isRestoring() && field === document.activeElement;
    const place = (before: number) => {
      if (!change) return before;
      return isTakenBack ? change.start + change.text.length : placeAfter(change, before);
    };
    field.setSelectionRange(place(selectionStart), place(selectionEnd), selectionDirection);
  };
  // An input method replaces a word on every key until it is chosen: the composition is one undo step of its own.
  let composed: "nothing" | "begun" | "some" = "nothing";
  let compositions = 0;
  const begin = () => {
    compositions += 1;
    composed = "begun";
    text.endStep();
  };
  // Some browsers report the chosen word only after `compositionend`.
  const end = () => {
    const ended = compositions;
    setTimeout(() => {
      if (ended !== compositions) return;
      if (composed === "some") text.endStep();
      composed = "nothing";
    });
  };
  const typed = (event: Event) => {
    event.stopPropagation();
    if (composed === "some") text.joinStep();
    if (composed === "begun") composed = "some";
    const before = seen ?? "";
    seen = field.value;
    const change = spliceBetween(before, seen);
    if (!change) return;
    onShown?.(seen);
    try {
      text.splice(change);
    } finally {
      // The field must show what the document holds, also when it stored nothing and notified no listener.
      fill();
    }
  };
  const stop = (event: Event) => event.stopPropagation();
  fill();
  const leave = text.subscribe(fill);
  field.addEventListener("input", typed);
  field.addEventListener("compositionstart", begin);
  field.addEventListener("compositionend", end);
  for (const name of ofEveryKey) field.addEventListener(name, stop);
  return () => {
    leave();
    field.removeEventListener("compositionstart", begin);
    field.removeEventListener("compositionend", end);
    field.removeEventListener("input", typed);
    for (const name of ofEveryKey) field.removeEventListener(name, stop);
  };
}
