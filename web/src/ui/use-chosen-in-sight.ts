import { type RefObject, useEffect, useRef } from "react";

/**
 * For a row of tabs or links that can be wider than the screen: the chosen one is in sight even for who came by its
 * address. It has `data-chosen`. Only the row scrolls, never the page.
 */
export function useChosenInSight<Row extends HTMLElement>(chosen: string): RefObject<Row | null> {
  const row = useRef<Row>(null);
  useEffect(() => {
    const item = chosen && row.current?.querySelector("[data-chosen]");
    if (!row.current || !item) return;
    const { left, right } = item.getBoundingClientRect();
    const sight = row.current.getBoundingClientRect();
    if (left < sight.left || right > sight.right) {
      row.current.scrollLeft += (left + right - sight.left - sight.right) / 2;
    }
  }, [chosen]);
  return row;
}
