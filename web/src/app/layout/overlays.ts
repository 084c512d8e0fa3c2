// The overlays available on every page, and which of them is open.
import { create } from "zustand";

interface OverlayState {
  open: "palette" | "shortcuts" | "copy" | null;
  /** The prompt to fill in and copy. */
  copied: { id: string; title: string } | null;
  /** The text typed for the palette before its code loaded. */
  typed: string;
  /** Whether keys still go to the placeholder field of the palette. */
  isWaiting: boolean;
}

let paletteHasCome = false;

export const useOverlayStore = create<OverlayState>(() => ({
  open: null,
  copied: null,
  typed: "",
  isWaiting: false,
}));

export const openPalette = () =>
  useOverlayStore.setState(({ open, typed, isWaiting }) =>
    open === "palette"
      ? { open, typed, isWaiting }
      : { open: "palette", typed: "", isWaiting: !paletteHasCome },
  );
export const openShortcuts = () => useOverlayStore.setState({ open: "shortcuts", isWaiting: false });
export const openCopy = (copied: { id: string; title: string }) =>
  useOverlayStore.setState({ open: "copy", copied, isWaiting: false });
export const closeOverlay = () => useOverlayStore.setState({ open: null, isWaiting: false });

export const typeForPalette = (typed: string) => useOverlayStore.setState({ typed });

/** Hands the text typed so far to the palette's own field. */
export function takePaletteText(): string {
  paletteHasCome = true;
  const { typed } = useOverlayStore.getState();
  useOverlayStore.setState({ typed: "", isWaiting: false });
  return typed;
}

/** Ends the wait after the palette's code failed to load. */
export const endPaletteWait = () => useOverlayStore.setState({ isWaiting: false });

/** Waits for the palette's code on a retry. */
export const waitForPalette = () =>
  useOverlayStore.setState(({ open }) => ({ isWaiting: open === "palette" }));
