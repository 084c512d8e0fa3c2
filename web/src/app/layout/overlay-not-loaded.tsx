import { useLayoutEffect } from "react";
import type { CodeNotLoaded } from "@/api/load-code";
import { MissingOverlay } from "@/ui/lazy-part";
import { closeOverlay, endPaletteWait, useOverlayStore, waitForPalette } from "./overlays";

const names = { palette: "The command palette", shortcuts: "The list of shortcuts" };

/** Says that what was asked for did not come; nothing while nothing is asked for. */
export function OverlayNotLoaded({ error, retry }: { error: CodeNotLoaded; retry: () => void }) {
  const open = useOverlayStore((state) => state.open);
  useLayoutEffect(() => {
    if (open) endPaletteWait();
  }, [open]);
  if (!open) return null;
  const askAgain = () => {
    waitForPalette();
    retry();
  };
  return <MissingOverlay what={names[open]} error={error} retry={askAgain} onDismiss={closeOverlay} />;
}
