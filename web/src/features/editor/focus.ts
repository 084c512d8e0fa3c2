// Where the focus goes when an item appears, leaves or moves: never to the top of the page.
import { flushSync } from "react-dom";

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
