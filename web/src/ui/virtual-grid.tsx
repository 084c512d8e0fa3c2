// A virtualized list drawn as one tray: only the compartments on screen are in the document, so ten thousand
// scroll as smoothly as ten. All have the same height, which needs no measuring.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cn } from "./cn";
import { useFocusInList } from "./focus-in-list";

interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The minimum width of a compartment; 0 makes a single column. */
  minWidth: number;
  height: number;
  /** Called near the end of the list. */
  onEnd?: (() => void) | undefined;
  /** Renders an item. While this is the same function, rendered items stay as they are. */
  children: (item: Item) => ReactNode;
  className?: string;
}

export function VirtualGrid<Item>(props: VirtualGridProps<Item>) {
  const { label, items, keyOf, minWidth, height, onEnd, children, className } = props;
  const list = useRef<HTMLUListElement>(null);
  const keepFocus = useFocusInList(items);
  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element;
      return keepFocus(element);
    },
    [keepFocus],
  );
  const { width, top } = usePlace(list);
  const columns = minWidth > 0 && width > 0 ? Math.max(1, Math.floor(width / minWidth)) : 1;
  const rows = Math.ceil(items.length / columns);
  // Virtualizes rows, not items in lanes: lanes would compute a position for every loaded item on each scroll,
  // and the overscan counts rows anyway.
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => height,
    overscan: 2,
    scrollMargin: top,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the virtualizer caches sizes, which depend on the height.
  useLayoutEffect(() => virtualizer.measure(), [height]);

  const drawn = virtualizer.getVirtualIndexes();
  const first = (drawn[0] ?? 0) * columns;
  const shown = items.slice(first, first + drawn.length * columns);

  // Fetches more when less than a screen and a half is left, so that it arrives in time.
  const seen = virtualizer.range;
  const left = seen ? rows - 1 - seen.endIndex : rows;
  const nearEnd = seen !== null && left <= 1.5 * (seen.endIndex - seen.startIndex + 1);
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd]);

  return (
    <ul
      ref={attach}
      aria-label={label}
      className={cn("relative overflow-hidden rounded-tray border bg-well", className)}
      style={{ height: rows * height + 1 }}
    >
      {shown.map((item, index) => (
        <Compartment
          key={keyOf(item)}
          item={item}
          draw={children}
          index={first + index}
          total={items.length}
          columns={columns}
          height={height}
        />
      ))}
    </ul>
  );
}

interface CompartmentProps<Item> {
  item: Item;
  draw: (item: Item) => ReactNode;
  index: number;
  total: number;
  columns: number;
  height: number;
}

function CompartmentOf<Item>({ item, draw, index, total, columns, height }: CompartmentProps<Item>) {
  const lane = index % columns;
  return (
    <li
      aria-setsize={total}
      aria-posinset={index + 1}
      // The tray's own border closes a row.
      className={cn("absolute border-b bg-surface contain-strict", lane < columns - 1 && "border-r")}
      style={{
        height,
        width: `${100 / columns}%`,
        left: `${(100 / columns) * lane}%`,
        top: Math.floor(index / columns) * height,
      }}
    >
      <Content item={item} draw={draw} />
    </li>
  );
}

/** Memoized, so that it does not render again while other rows come and go. */
const Compartment = memo(CompartmentOf) as typeof CompartmentOf;

function ContentOf<Item>({ item, draw }: { item: Item; draw: (item: Item) => ReactNode }) {
  return draw(item);
}

/** Rendered once when it comes on screen, however often the list moves under it. */
const Content = memo(ContentOf) as typeof ContentOf;

/** The width of the list and its offset in the document. */
function usePlace(list: React.RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const { width } = box;
      const top = Math.round(box.top + window.scrollY);
      // The page grows with every page of the list, but the list's own position stays the same.
      setPlace((before) => (before.width === width && before.top === top ? before : { width, top }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}
