// The title of a page whose name depends on its data; the frame writes it to the document.
import { useEffect } from "react";
import { create } from "zustand";

export const usePageTitleStore = create<{ title: string | null }>(() => ({ title: null }));

/** Sets the document title while the calling page is mounted. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (!title) return;
    usePageTitleStore.setState({ title });
    return () => usePageTitleStore.setState({ title: null });
  }, [title]);
}
