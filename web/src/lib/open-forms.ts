// Forms whose text lives only as long as they do. While one is open, the end of the session, met by a request or told by another
// tab, does not lead to the sign-in form, which would take the text along: the form says it, and one signs in in another tab.
import { useEffect } from "react";

let open = 0;
const waiting = new Set<() => void>();

/** For a dialog in which something new is written. */
export function useOpenForm(): void {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
      if (open > 0) return;
      for (const act of waiting) act();
      waiting.clear();
    };
  }, []);
}

export function isFormOpen(): boolean {
  return open > 0;
}

/** Does something once no such form is open: at once when none is. Returns how to call that off. */
export function afterFormsClose(act: () => void): () => void {
  if (open === 0) {
    act();
    return () => {};
  }
  waiting.add(act);
  return () => void waiting.delete(act);
}
