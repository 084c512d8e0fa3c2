// Which rows of a long list are in the document: those near the screen, and a few pinned ones.
import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useLayoutEffect, useState } from "react";

/** The length from which a list is virtualized. */
export const WINDOWED_FROM = 100;

/** The height of a row that was not measured yet. */
const ESTIMATED_HEIGHT_PX = 200;

export interface WindowedRow {
  index: number;
  /** The height of the rows omitted before it, in pixels. */
  skippedBefore: number;
}

interface WindowedRows {
  rows: readonly WindowedRow[];
  /** The height of the rows omitted after the last one, in pixels. */
  skippedAfter: number;
  /** The ref of each row, which has its `data-index`. */
  measure: ((row: Element | null) => void) | undefined;
}

/** The rows of a list to render. `isPinned` tells which stay in the document off the screen. */
export function useWindowedRows(
  list: RefObject<HTMLElement | null>,
  keys: readonly string[],
  isPinned: (key: string) => boolean,
): WindowedRows {
  const isWindowed = keys.length > WINDOWED_FROM;
  const { top, gap } = usePlace(list, isWindowed);
  const virtualizer = useWindowVirtualizer({
    count: keys.length,
    enabled: isWindowed,
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    getItemKey: (index) => keys[index] ?? index,
    gap,
    overscan: 4,
    scrollMargin: top,
    rangeExtractor: (range) => {
      const pinned = keys.flatMap((key, index) => (isPinned(key) ? index : []));
      return [...new Set([...defaultRangeExtractor(range), ...pinned])].sort((a, b) => a - b);
    },
  });
  if (!isWindowed) {
    return {
      rows: keys.map((_, index) => ({ index, skippedBefore: 0 })),
      skippedAfter: 0,
      measure: undefined,
    };
  }
  let end = top - gap;
  const rows = virtualizer.getVirtualItems().map((row) => {
    const skippedBefore = row.start - end - gap;
    end = row.end;
    return { index: row.index, skippedBefore };
  });
  const skippedAfter = Math.max(0, top + virtualizer.getTotalSize() - end);
  return { rows, skippedAfter, measure: virtualizer.measureElement };
}

/** The offset of a list in the document, and the gap between its rows. */
function usePlace(list: RefObject<HTMLElement | null>, isWindowed: boolean) {
  const [place, setPlace] = useState({ top: 0, gap: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element || !isWindowed) return;
    const measure = () => {
      const top = Math.round(element.getBoundingClientRect().top + window.scrollY);
      const gap = Number.parseFloat(getComputedStyle(element).rowGap) || 0;
      setPlace((before) => (before.top === top && before.gap === gap ? before : { top, gap }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list, isWindowed]);
  return place;
}
