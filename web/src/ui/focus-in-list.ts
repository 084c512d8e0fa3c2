// Moves the focus when the focused item leaves a list: to the same control of the item now in its place.
// Otherwise a keyboard user would start again at the top of the page.
import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from "react";
import { inherit } from "./focus-back";
import { mainId } from "./main";

const controls = "a[href], button, input";

interface Place {
  element: HTMLElement;
  /** The index of the row, and of the control in it. */
  row: number;
  control: number;
}

/**
 * For a list with removable items: `<ul ref={useFocusInList(items)}>`, where the hook outlives the list. When the
 * list becomes empty, the next element takes the focus, or the page.
 */
export function useFocusInList(
  items: readonly unknown[],
  next?: RefObject<HTMLElement | null>,
): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null);
  const last = useRef<Place>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a removed item leaves the document when `items` changes.
  useLayoutEffect(() => {
    const place = last.current;
    if (!place || place.element.isConnected) return;
    last.current = null;
    const heir = inPlaceOf(place, list.current) ?? next?.current ?? document.getElementById(mainId);
    if (!heir) return;
    inherit(place.element, heir);
    if (document.activeElement === document.body) heir.focus({ preventScroll: heir.id === mainId });
  }, [items]);

  // Removing the last item may unmount the list, and this hook with it.
  useLayoutEffect(
    () => () => {
      if (!last.current || document.activeElement !== last.current.element) return;
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.getElementById(mainId)?.focus({ preventScroll: true });
      });
    },
    [],
  );

  return useCallback((element: HTMLElement | null) => {
    list.current = element;
    if (!element) return;
    const note = ({ target }: FocusEvent) => {
      const row = Array.from(element.children).findIndex((one) => one.contains(target as Node));
      if (row < 0 || !(target instanceof HTMLElement)) return;
      last.current = { element: target, row, control: controlsOf(element.children[row]).indexOf(target) };
    };
    element.addEventListener("focusin", note);
    return () => {
      element.removeEventListener("focusin", note);
      list.current = null;
    };
  }, []);
}

function inPlaceOf({ row, control }: Place, list: HTMLElement | null): HTMLElement | undefined {
  const found = controlsOf(list?.children[row] ?? list?.lastElementChild);
  return found[control] ?? found[0];
}

function controlsOf(row: Element | null | undefined): HTMLElement[] {
  return Array.from(row?.querySelectorAll<HTMLElement>(controls) ?? []);
}
