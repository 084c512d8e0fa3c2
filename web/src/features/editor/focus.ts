// Where the focus goes when an item appears, leaves or moves: never to the top of the page.
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { mainId } from "@/ui/main";

/** The place of an item that takes the focus: its first text, or its head. */
export type FocusPart = "text" | "head";

export function elementId(itemId: string, part: FocusPart): string {
  return `item-${itemId}-${part}`;
}

/** Does a change, waits until the page shows it, then puts the focus where it belongs. */
export function changeAndFocus(change: () => void, target: () => HTMLElement | null): void {
  flushSync(change);
  const element = target();
  element?.focus({ preventScroll: true });
  element?.scrollIntoView({ block: "nearest" });
}

export function itemElement(itemId: string | undefined, part: FocusPart): HTMLElement | null {
  return itemId === undefined ? null : document.getElementById(elementId(itemId, part));
}

/** Whether the focus is nowhere in particular: what had it is gone, or the page has just been come to. */
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
    // A dialog that is open gives the focus on by itself when it closes.
    const isInDialog = document.activeElement?.closest("[role=dialog], [role=alertdialog]");
    if (isBegun && !isInDialog) document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [isOpening]);
}
