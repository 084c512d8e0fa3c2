import { type RefObject, useEffect, useRef } from "react";

/**
 * For a row of tabs or links that may be wider than the screen: scrolls the chosen one, marked with
 * `data-chosen`, to the middle, clear of the faded edges. Only the row scrolls, never the page.
 */
export function useScrollIntoView<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    let isCurrent = true;
    const show = () => {
      const item = isCurrent && chosen && row.current?.querySelector("[data-chosen]");
      if (!row.current || !item) return;
      const { left, right } = item.getBoundingClientRect();
      const sight = row.current.getBoundingClientRect();
      row.current.scrollLeft += (left + right - sight.left - sight.right) / 2;
    };
    show();
    // The widths change when the font has loaded.
    void document.fonts?.ready.then(show);
    return () => {
      isCurrent = false;
    };
  }, [chosen]);
  return row;
}
