// A page whose title depends on what it shows says so here; the frame writes it to the document.
import { useEffect } from "react";
import { create } from "zustand";

export const usePageTitleStore = create<{ title: string | null }>(() => ({ title: null }));

/** Titles the document after the thing that is open, as long as the page that calls this is shown. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return;
    usePageTitleStore.setState({ title });
    return () => usePageTitleStore.setState({ title: null });
  }, [title]);
}
