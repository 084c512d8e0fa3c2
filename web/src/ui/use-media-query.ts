// Whether a media query holds, followed as it changes.
import { useCallback, useMemo, useSyncExternalStore } from "react";

export function useMediaQuery(query: string): boolean {
  // Kept, because asking a query for the first time costs more than the rest of a small render.
  const list = useMemo(() => window.matchMedia(query), [query]);
  const subscribe = useCallback(
    (listener: () => void) => {
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list.matches);
}
