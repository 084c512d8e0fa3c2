// The two overlays that are there on every page: which of them is open.
import { create } from "zustand";

interface OverlayState {
  open: "palette" | "shortcuts" | null;
}

export const useOverlayStore = create<OverlayState>(() => ({ open: null }));

export const openPalette = () => useOverlayStore.setState({ open: "palette" });
export const openShortcuts = () => useOverlayStore.setState({ open: "shortcuts" });
export const closeOverlay = () => useOverlayStore.setState({ open: null });
