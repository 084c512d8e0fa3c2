// Returns the focus to the opener when a dialog closes, if that is still in the document. Radix knows only its
// own triggers, and most dialogs here open from a menu, a key or another dialog.
import { useLayoutEffect, useRef } from "react";
import { mainId } from "./main";

/** A focused element. `isPassing` marks one in an overlay, whose own opener comes before it in the history. */
interface Visit {
  element: Element;
  isPassing: boolean;
}

const remembered = 20;
const history: Visit[] = [];
const heirs = new WeakMap<Element, Element>();

if (typeof document !== "undefined") {
  // This module loads with a visitor's first dialog, so the opener was focused before it ran.
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

// A menu button pressed with the pointer does not get the focus.
function openerOfMenu(element: Element): Element | null {
  const id = element.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return id ? document.getElementById(id) : null;
}

/** Names the replacement of a removed element: the focus that would return to that element goes to it. */
export function inherit(gone: Element, heir: Element): void {
  heirs.set(gone, heir);
}

/** For the content of a dialog: `<Radix.Content onCloseAutoFocus={useFocusBack(open)}>`. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const before = useRef<readonly Visit[]>([]);
  // The content mounts in the next commit, which moves the focus.
  useLayoutEffect(() => {
    if (open) before.current = [...history];
  }, [open]);
  return (event) => {
    event.preventDefault();
    // The action that closed the dialog may have moved the focus already.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const opener = openerAmong(before.current) ?? document.getElementById(mainId);
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  };
}

// If the opener was removed together with its page, no earlier element is a useful target.
function openerAmong(visits: readonly Visit[]): Element | undefined {
  const last = visits.findLast(({ element, isPassing }) => {
    const heir = heirOf(element);
    return canTakeFocus(heir) || !(isPassing || heir.isConnected);
  });
  const opener = last && heirOf(last.element);
  return opener && canTakeFocus(opener) ? opener : undefined;
}

// Several elements may have been removed in turn.
function heirOf(element: Element): Element {
  const heir = element.isConnected ? undefined : heirs.get(element);
  return heir ? heirOf(heir) : element;
}

function canTakeFocus(element: Element): boolean {
  return element.isConnected && !element.matches(":disabled") && element.checkVisibility();
}
