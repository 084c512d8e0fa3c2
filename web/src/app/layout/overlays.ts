// The two overlays that are there on every page: which of them is open.
import { create } from "zustand";

interface OverlayState {
  open: "palette" | "shortcuts" | null;
  /** What was typed for the palette before its code had come. */
  typed: string;
  /** Whether keys still go to the field that stands in for the palette's. */
  isWaiting: boolean;
}

let paletteHasCome = false;

export const useOverlayStore = create<OverlayState>(() => ({ open: null, typed: "", isWaiting: false }));

export const openPalette = () =>
  useOverlayStore.setState(({ open, typed, isWaiting }) =>
    open === "palette"
      ? { open, typed, isWaiting }
      : { open: "palette", typed: "", isWaiting: !paletteHasCome },
  );
export const openShortcuts = () => useOverlayStore.setState({ open: "shortcuts", isWaiting: false });
export const closeOverlay = () => useOverlayStore.setState({ open: null, isWaiting: false });

export const typeForPalette = (typed: string) => useOverlayStore.setState({ typed });

/** The palette's own field takes over, with what was typed until then. */
export function takePaletteText(): string {
  paletteHasCome = true;
  const { typed } = useOverlayStore.getState();
  useOverlayStore.setState({ typed: "", isWaiting: false });
  return typed;
}

/** The palette's code did not come: nobody waits for it any more. */
export const endPaletteWait = () => useOverlayStore.setState({ isWaiting: false });

/** It is asked for again. */
export const waitForPalette = () =>
  useOverlayStore.setState(({ open }) => ({ isWaiting: open === "palette" }));
