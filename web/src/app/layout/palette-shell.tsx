// The placeholder of the command palette while its code loads. Keys typed right after Ctrl+K go into its field,
// not into the page behind.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Search } from "lucide-react";
import { type KeyboardEvent, useLayoutEffect, useRef } from "react";
import { Kbd } from "@/ui/kbd";
import { closeOverlay, typeForPalette, useOverlayStore } from "./overlays";

/** The position of the palette. */
export const paletteBox =
  "fixed inset-x-0 top-[12vh] z-50 mx-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-tray border bg-surface shadow-float focus:outline-none";
export const paletteHead = "flex items-center gap-3 border-b px-4";
export const paletteInput = "h-13 flex-1 bg-transparent outline-none";
export const palettePlaceholder = t`Find a command or a prompt…`;

export function PaletteShell() {
  const typed = useOverlayStore((state) => state.typed);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    const input = field.current;
    input?.focus();
    return () => {
      // The palette was closed or failed to load; otherwise it would have taken the focus.
      if (document.activeElement === input && before instanceof HTMLElement)
        before.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") closeOverlay();
    // The placeholder has no other control to move to.
    if (event.key === "Escape" || event.key === "Tab") event.preventDefault();
  };
  return (
    <>
      <div
        aria-hidden="true"
        onPointerDown={closeOverlay}
        className="fixed inset-0 z-40 animate-fade bg-scrim"
      />
      <div role="dialog" aria-modal="true" aria-label={t`Command palette`} className={paletteBox}>
        <div className={paletteHead}>
          <Search aria-hidden="true" className="size-4.5 text-muted" />
          <input
            ref={field}
            aria-label={t`Command palette`}
            value={typed}
            onChange={(event) => typeForPalette(event.target.value)}
            onKeyDown={onKeyDown}
            placeholder={palettePlaceholder}
            autoComplete="off"
            spellCheck={false}
            className={paletteInput}
          />
          <Kbd>
            <Trans>Esc</Trans>
          </Kbd>
        </div>
        <p role="status" className="px-3 py-8 text-center text-muted">
          <Trans>Loading commands…</Trans>
        </p>
      </div>
    </>
  );
}
