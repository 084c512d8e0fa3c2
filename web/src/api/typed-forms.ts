// Forms whose text lives only as long as they do. While one is open, a request that meets the end of the session does not lead
// to the sign-in form, which would take the text along: the form says it, and one signs in in another tab.
import { useEffect } from "react";

let open = 0;

/** For a dialog in which something new is written. */
export function useTypedForm(): void {
  useEffect(() => {
    open += 1;
    return () => {
      open -= 1;
    };
  }, []);
}

export function isTypedFormOpen(): boolean {
  return open > 0;
}
