// Ties a text area to a live text, by hand: React would write a long text back into it on every key, as its default value.
import { spliceBetween } from "@/ui/splice";
import type { LiveText } from "./live-text";
import { placeAfter, shown } from "./splice";

/**
 * What the browser says of every key in a field. React hears all of it at the root of the page and looks for handlers on the
 * whole way down, and asks the field for a copy of its text; nobody above a field has any.
 */
const ofEveryKey = ["textInput", "selectionchange"];

/** Keeps a field and a text alike until the answer is called. */
export function tie(field: HTMLTextAreaElement, text: LiveText): () => void {
  // What the field was seen to hold: it copies its text whenever it is asked for it.
  let seen: string | null = null;
  const fill = () => {
    const now = shown(text.read());
    if (now === seen) return;
    const { selectionStart, selectionEnd, selectionDirection } = field;
    const change = seen === null ? null : spliceBetween(seen, now);
    field.value = now;
    seen = now;
    // By itself the caret would go to the end.
    const place = (before: number) => (change ? placeAfter(change, before) : before);
    field.setSelectionRange(place(selectionStart), place(selectionEnd), selectionDirection);
  };
  const typed = (event: Event) => {
    event.stopPropagation();
    const before = seen ?? "";
    seen = field.value;
    const change = spliceBetween(before, seen);
    if (!change) return;
    try {
      text.splice(change, "at once");
    } finally {
      // No field shows what the document does not hold, and of what changes nothing there nobody is told.
      fill();
    }
  };
  const stop = (event: Event) => event.stopPropagation();
  fill();
  const leave = text.subscribe(fill);
  field.addEventListener("input", typed);
  for (const name of ofEveryKey) field.addEventListener(name, stop);
  return () => {
    leave();
    field.removeEventListener("input", typed);
    for (const name of ofEveryKey) field.removeEventListener(name, stop);
  };
}
