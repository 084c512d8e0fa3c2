import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { commandKey, Kbd } from "@/ui/kbd";
import { openPalette } from "./overlays";

/**
 * Opens the command palette with the pointer; a small screen shows only its icon. Its accessible name is its
 * visible text, so that users of voice control can say what they see.
 */
export function PaletteButton() {
  return (
    <button
      type="button"
      title={t`Search and commands`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
      className="flex h-9.5 items-center gap-2 rounded-control px-2.5 text-muted hover:bg-well hover:text-ink xl:w-56 xl:border xl:border-line-strong/60 xl:bg-surface"
    >
      <Search aria-hidden="true" className="size-4" />
      <span className="flex-1 text-left max-xl:sr-only">
        <Trans>Search…</Trans>
      </span>
      <span className="flex gap-1 max-xl:hidden">
        <Kbd>{commandKey}</Kbd>
        <Kbd>K</Kbd>
      </span>
    </button>
  );
}
