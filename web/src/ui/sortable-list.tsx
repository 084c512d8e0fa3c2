// A list that can be reordered with pointer, touch or keyboard; every step is announced to screen readers.
// Besides `drag-to-move`, only this module imports dnd-kit.

import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { t } from "@lingui/core/macro";
import { GripVertical } from "lucide-react";
import { type CSSProperties, type ReactNode, useCallback, useRef, useState } from "react";
import { quoted } from "@/lib/quoted";
import { cn } from "./cn";
import { useWindowedRows } from "./windowed-rows";

interface SortableListProps<Item extends { id: string }> {
  label: string;
  items: readonly Item[];
  /** The item's name by its position: "Segment 2". */
  nameOf: (item: Item, index: number) => string;
  /** The user's own title of the item, if any; announcements prefer it, since the position changes. */
  titleOf?: (item: Item) => string | undefined;
  onMove: (id: string, toIndex: number) => void;
  disabled?: boolean;
  className?: string;
  /** `handle` is the grip that starts a drag, for the item's header. */
  children: (item: Item, handle: ReactNode, index: number) => ReactNode;
}

export function SortableList<Item extends { id: string }>(props: SortableListProps<Item>) {
  const { label, items, nameOf, titleOf, onMove, disabled = false, className, children } = props;
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const indexOf = (id: string | number) => items.findIndex((item) => item.id === id);
  const called = (id: string | number) => {
    const index = indexOf(id);
    const item = items[index];
    if (!item) return t`Item`;
    const title = titleOf?.(item);
    return title ? quoted(title) : nameOf(item, index);
  };
  const place = (id: string | number) => t`position ${indexOf(id) + 1} of ${items.length}`;
  const announcements: Announcements = {
    onDragStart: ({ active }) => t`Picked up ${called(active.id)}, ${place(active.id)}.`,
    onDragOver: ({ active, over }) => (over ? t`${called(active.id)} is over ${place(over.id)}.` : undefined),
    onDragEnd: ({ active, over }) =>
      over ? t`${called(active.id)} was put at ${place(over.id)}.` : t`${called(active.id)} was put back.`,
    onDragCancel: ({ active }) =>
      t`Moving was cancelled. ${called(active.id)} is back at ${place(active.id)}.`,
  };
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | number | null>(null);
  const { rows, skippedAfter, measure } = useWindowedRows(
    list,
    items.map((item) => item.id),
    // The dragged and the focused row must stay in the document.
    (id) => id === dragged || id === focusedRow(list.current),
  );
  const finish = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    if (over && active.id !== over.id) onMove(String(active.id), indexOf(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setDragged(active.id)}
      onDragCancel={() => setDragged(null)}
      onDragEnd={finish}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable: t`To pick up an item press Space or Enter. While dragging, use the arrow keys to move it. Press Space or Enter again to put it down, Escape to cancel.`,
        },
      }}
    >
      <SortableContext
        items={items.map((item) => item.id)}
        strategy={verticalListSortingStrategy}
        disabled={disabled}
      >
        <ol
          ref={list}
          aria-label={label}
          className={cn("flex flex-col gap-3", className)}
          style={{ paddingBottom: skippedAfter || undefined }}
        >
          {rows.map(({ index, skippedBefore }) => {
            const item = items[index];
            return (
              item && (
                <SortableItem
                  key={item.id}
                  id={item.id}
                  name={nameOf(item, index)}
                  index={index}
                  total={items.length}
                  measure={measure}
                  style={{ marginTop: skippedBefore || undefined }}
                  disabled={disabled}
                >
                  {(handle) => children(item, handle, index)}
                </SortableItem>
              )
            );
          })}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

/** The id of the focused row. */
function focusedRow(list: Element | null): string | undefined {
  const row = [...(list?.children ?? [])].find((one) => one.contains(document.activeElement));
  return row instanceof HTMLElement ? row.dataset.id : undefined;
}

interface SortableItemProps {
  id: string;
  name: string;
  index: number;
  total: number;
  measure: ((row: Element | null) => void) | undefined;
  style: CSSProperties;
  disabled: boolean;
  children: (handle: ReactNode) => ReactNode;
}

function SortableItem(props: SortableItemProps) {
  const { id, name, index, total, measure, style, disabled, children } = props;
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  const attach = useCallback(
    (element: HTMLElement | null) => {
      setNodeRef(element);
      measure?.(element);
    },
    [setNodeRef, measure],
  );
  const handle = (
    <button
      ref={setActivatorNodeRef}
      type="button"
      disabled={disabled}
      className="inline-flex size-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-well hover:text-ink active:cursor-grabbing disabled:cursor-not-allowed disabled:opacity-40"
      {...attributes}
      {...listeners}
      aria-label={t`Move ${name}`}
    >
      <GripVertical aria-hidden="true" className="size-4" />
    </button>
  );
  return (
    <li
      ref={attach}
      data-id={id}
      data-index={index}
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ ...style, transform: CSS.Translate.toString(transform), transition }}
      className={cn("list-none", isDragging && "relative z-10 rounded-tray opacity-95 shadow-float")}
    >
      {children(handle)}
    </li>
  );
}
