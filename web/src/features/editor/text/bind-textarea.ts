// Ties a text area to a live text, by hand: React would write a long text back into it on every key, as its default value.
import { spliceBetween } from "@/ui/splice";
import { placeAfter, toLf } from "./splice";
import type { TextBinding } from "./text-binding";

/**
 * What the browser says of every key in a field. React hears all of it at the root of the page and looks for handlers on the
 * whole way down, and asks the field for a copy of its text; nobody above a field has any.
 */
const ofEveryKey = ["textInput", "selectionchange"];

/** Keeps a field and a text alike until the answer is called. */
export function bindTextarea(field: HTMLTextAreaElement, text: TextBinding): () => void {
  // What the field was seen to hold: it copies its text whenever it is asked for it.
  let seen: string | null = null;
  const fill = () => {
    const now = toLf(text.read());
    if (now === seen) return;
    const { selectionStart, selectionEnd, selectionDirection } = field;
    const change = seen === null ? null : spliceBetween(seen, now);
    field.value = now;
    seen = now;
    // By itself the caret would go to the end of the text; who takes something back looks at that.
    const isTakenBack = text.isRestoring() && field === document.activeElement;
    const place = (before: number) => {
      if (!change) return before;
      return isTakenBack ? change.start + change.text.length : placeAfter(change, before);
    };
    field.setSelectionRange(place(selectionStart), place(selectionEnd), selectionDirection);
  };
  // An input method replaces a word with every key until it is chosen: that is undone at once, apart from what is around it.
  let composed: "nothing" | "begun" | "some" = "nothing";
  let compositions = 0;
  const begin = () => {
    compositions += 1;
    composed = "begun";
    text.endStep();
  };
  // Some browsers tell of the chosen word only after the end.
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
    try {
      text.splice(change);
    } finally {
      // No field shows what the document does not hold, and of what changes nothing there nobody is told.
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
