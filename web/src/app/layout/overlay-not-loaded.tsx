import { t } from "@lingui/core/macro";
import { useLayoutEffect } from "react";
import type { ModuleNotLoaded } from "@/lib/dynamic-import";
import { MissingOverlay } from "@/ui/lazy-component";
import { closeOverlay, endPaletteWait, useOverlayStore, waitForPalette } from "./overlays";

const names = {
  palette: t`The command palette`,
  shortcuts: t`The list of shortcuts`,
  copy: t`The prompt`,
};

/** Reports that the code of the open overlay failed to load. Renders nothing while no overlay is open. */
export function OverlayNotLoaded({ error, retry }: { error: ModuleNotLoaded; retry: () => void }) {
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
