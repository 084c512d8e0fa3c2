// A long list drawn as one tray: only the compartments on screen exist in the document, so ten thousand scroll as
// smoothly as ten. Every compartment has the same height, which spares measuring and keeps rows even.
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { memo, type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { cn } from "./cn";
import { useFocusInList } from "./focus-in-list";

interface VirtualGridProps<Item> {
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** The narrowest a compartment may be; 0 makes a single column. */
  minWidth: number;
  height: number;
  /** Called when the end comes near. */
  onEnd?: (() => void) | undefined;
  /** Draws an item. As long as this is the same function, what was drawn before stays as it is. */
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
  // It counts rows. Of items in lanes it would make a place for each that was ever loaded whenever one comes into view, and what is
  // drawn beyond the screen it counts in rows anyway.
  const virtualizer = useWindowVirtualizer({
    count: rows,
    estimateSize: () => height,
    overscan: 2,
    scrollMargin: top,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are cached by the virtualizer; the height is what they depend on.
  useLayoutEffect(() => virtualizer.measure(), [height]);

  const drawn = virtualizer.getVirtualIndexes();
  const first = (drawn[0] ?? 0) * columns;
  const shown = items.slice(first, first + drawn.length * columns);

  // More is asked for while less than a screen and a half is left, so that it is there before it is wanted.
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

/** Left alone while other rows come and go. */
const Compartment = memo(CompartmentOf) as typeof CompartmentOf;

function ContentOf<Item>({ item, draw }: { item: Item; draw: (item: Item) => ReactNode }) {
  return draw(item);
}

/** Drawn once as it comes on screen, however often the list moves under it. */
const Content = memo(ContentOf) as typeof ContentOf;

/** Width of the list and how far down the document it begins. */
function usePlace(list: React.RefObject<HTMLElement | null>): { width: number; top: number } {
  const [place, setPlace] = useState({ width: 0, top: 0 });
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const box = element.getBoundingClientRect();
      const { width } = box;
      const top = Math.round(box.top + window.scrollY);
      // The page grows with every piece of the list; the list stands where it stood.
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
