// Where the focus goes when a dialog closes: to what opened it, as far as that is still there. Radix knows only its own triggers,
// and most dialogs here are opened from a menu, by a key or by another dialog.
import { useLayoutEffect, useRef } from "react";
import { mainId } from "./main";

/** What had the focus, and whether that opens and closes over the page: what is asked for from there has its opener before it. */
interface Visit {
  element: Element;
  isPassing: boolean;
}

const remembered = 20;
const history: Visit[] = [];
const heirs = new WeakMap<Element, Element>();

if (typeof document !== "undefined") {
  // With the first dialog of a visitor comes this too: what asked for it had the focus before.
  if (document.activeElement && document.activeElement !== document.body) remember(document.activeElement);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element)) return;
    const opener = openerOfMenu(target);
    if (opener) remember(opener);
    remember(target);
  });
}

function remember(element: Element): void {
  const known = history.findIndex((visit) => visit.element === element);
  if (known >= 0) history.splice(known, 1);
  history.push({ element, isPassing: element.closest('[role$="dialog"], [role="menu"]') !== null });
  if (history.length > remembered) history.shift();
}

// The button of a menu does not get the focus when it is pressed with the pointer.
function openerOfMenu(element: Element): Element | null {
  const id = element.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return id ? document.getElementById(id) : null;
}

/** Says what stands in the place of an element that left the page: it gets the focus that would have gone back there. */
export function inherit(gone: Element, heir: Element): void {
  heirs.set(gone, heir);
}

/** For the content of a dialog: `<Radix.Content onCloseAutoFocus={useFocusBack(open)}>`. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const before = useRef<readonly Visit[]>([]);
  // The content comes with the next commit, and with it the focus moves.
  useLayoutEffect(() => {
    if (open) before.current = [...history];
  }, [open]);
  return (event) => {
    event.preventDefault();
    // What closed the dialog may have put the focus somewhere already.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const opener = openerAmong(before.current) ?? document.getElementById(mainId);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

// What opened it may be gone, and with it the page it stood on: whatever had the focus before that is no place to go on from.
function openerAmong(visits: readonly Visit[]): Element | undefined {
  const last = visits.findLast(({ element, isPassing }) => {
    const heir = heirOf(element);
    return canTakeFocus(heir) || !(isPassing || heir.isConnected);
  });
  const opener = last && heirOf(last.element);
  return opener && canTakeFocus(opener) ? opener : undefined;
}

// Several may have left one after the other.
function heirOf(element: Element): Element {
  const heir = element.isConnected ? undefined : heirs.get(element);
  return heir ? heirOf(heir) : element;
}

function canTakeFocus(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}
