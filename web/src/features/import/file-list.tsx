// The files of an import, virtualized: of thousands only those on screen are in the document.
import { t } from "@lingui/core/macro";
import { defaultRangeExtractor, type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, type RefObject, useLayoutEffect, useRef, useState } from "react";
import { FileReportView } from "./file-report";
import type { FileReport } from "./read-files";

type FileListProps = Omit<ComponentProps<typeof FileReportView>, "report" | "shown" | "onShow"> & {
  reports: readonly FileReport[];
};

/** The estimated height of a file with one prompt; every file is measured when it renders. */
const ESTIMATED_HEIGHT_PX = 108;

/** The gap between two files. */
const GAP_PX = 12;

/** Prompts of one file listed at once; a file of a thousand expands in steps. */
const step = 50;

export function FileList({ reports, ...shared }: FileListProps) {
  const list = useRef<HTMLUListElement>(null);
  const top = useTop(list);
  // Stored here, because a file leaves the document when it leaves the screen.
  const [shown, setShown] = useState<ReadonlyMap<string, number>>(new Map());
  const [focused, setFocused] = useState<string | null>(null);
  const kept = reports.findIndex(({ id }) => id === focused);
  const virtualizer = useWindowVirtualizer({
    count: reports.length,
    getItemKey: (index) => reports[index]?.id ?? index,
    estimateSize: () => ESTIMATED_HEIGHT_PX,
    scrollMargin: top,
    gap: GAP_PX,
    overscan: 4,
    rangeExtractor: (range) => withRow(kept, range),
  });
  return (
    <ul ref={list} aria-label={t`Files`} className="relative" style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => {
        const report = reports[index];
        if (!report) return null;
        const showing = shown.get(report.id) ?? step;
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={reports.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 overflow-hidden rounded-tray border"
            style={{ top: start - top }}
            onFocus={() => setFocused(report.id)}
          >
            <FileReportView
              {...shared}
              report={report}
              shown={showing}
              onShow={() => setShown(new Map(shown).set(report.id, showing + step * 4))}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The rows on screen, and the last focused row with its neighbours, which Tab leads to. */
function withRow(kept: number, range: Range): number[] {
  const rows = new Set(defaultRangeExtractor(range));
  if (kept >= 0)
    for (const row of [kept - 1, kept, kept + 1]) if (row >= 0 && row < range.count) rows.add(row);
  return [...rows].sort((one, other) => one - other);
}

/** The offset of a list in the document. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const around = list.current?.parentElement;
    if (!around) return;
    const measure = () => {
      if (list.current) setTop(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    // The content above the list changes its height.
    const observer = new ResizeObserver(measure);
    observer.observe(around);
    return () => observer.disconnect();
  }, [list]);
  return top;
}
