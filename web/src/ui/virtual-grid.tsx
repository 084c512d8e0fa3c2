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
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    lanes: columns,
    estimateSize: () => height,
    overscan: 2 * columns,
    scrollMargin: top,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: sizes are cached by the virtualizer; these two are what they depend on.
  useLayoutEffect(() => virtualizer.measure(), [columns, height]);

  const shown = virtualizer.getVirtualItems();
  const last = shown.at(-1)?.index ?? -1;
  const nearEnd = items.length > 0 && last >= items.length - 1 - columns;
  useEffect(() => {
    if (nearEnd) onEnd?.();
  }, [nearEnd, onEnd]);

  return (
    <ul
      ref={attach}
      aria-label={label}
      className={cn("relative overflow-hidden rounded-tray border bg-well", className)}
      style={{ height: Math.ceil(items.length / columns) * height + 1 }}
    >
      {shown.map((place) => {
        const item = items[place.index];
        if (item === undefined) return null;
        return (
          <li
            key={place.key}
            aria-setsize={items.length}
            aria-posinset={place.index + 1}
            // The tray's own border closes a row.
            className={cn(
              "absolute border-b bg-surface contain-strict",
              place.lane < columns - 1 && "border-r",
            )}
            style={{
              height,
              width: `${100 / columns}%`,
              left: `${(100 / columns) * place.lane}%`,
              top: place.start - top,
            }}
          >
            <Content item={item} draw={children} />
          </li>
        );
      })}
    </ul>
  );
}

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
      setPlace({ width: box.width, top: Math.round(box.top + window.scrollY) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
}
