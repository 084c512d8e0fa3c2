// Moves the focus when an item is added, removed or moved: never to the top of the page.
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { mainId } from "@/ui/main";

/** The part of an item that takes the focus: its first text, or its header. */
export type FocusPart = "text" | "head";

export function elementId(itemId: string, part: FocusPart): string {
  return `item-${itemId}-${part}`;
}

/** Applies a change synchronously, then moves the focus to its target. */
export function changeAndFocus(change: () => void, target: () => HTMLElement | null): void {
  flushSync(change);
  const element = target();
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

export function itemElement(itemId: string | undefined, part: FocusPart): HTMLElement | null {
  return itemId === undefined ? null : document.getElementById(elementId(itemId, part));
}

/** Whether no element has the focus: the focused one was removed, or the page was just opened. */
export function isFocusFree(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.id === mainId;
}

/** Another prompt is another page, also under the same path: the focus moves from the frame into it. */
export function useFocusInAnother(isOpening: boolean): void {
  const before = useRef(isOpening);
  useEffect(() => {
    const isBegun = isOpening && !before.current;
    before.current = isOpening;
    // An open dialog moves the focus itself when it closes.
    const isInDialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    if (isBegun && !isInDialog) document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [isOpening]);
}
