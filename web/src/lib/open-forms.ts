// Open forms whose text is stored nowhere. While one is open, the end of the session does not redirect to
// sign-in, which would lose the text: the form reports it, and the user signs in in another tab.
import { useEffect } from "react";

let open = 0;
const waiting = new Set<() => void>();

/** Counts the calling dialog as an open form. */
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

/** Runs a function once no form is open, at once if none is. Returns a function that cancels it. */
export function afterFormsClose(act: () => void): () => void {
  if (open === 0) {
    act();
    return () => {};
  }
  waiting.add(act);
  return () => void waiting.delete(act);
}
