// Drags things into containers, with pointer or touch. Every screen that uses this must also offer a dialog that
// chooses the target, for the keyboard.
import {
  type Active,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { type ReactNode, useState } from "react";
import { cn } from "./cn";

interface MoveAreaProps {
  /** The name of the dragged thing. */
  nameOf: (id: string) => string;
  onMove: (id: string, target: string) => void;
  children: ReactNode;
}

export function MoveArea({ nameOf, onMove, children }: MoveAreaProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 8 } }));
  const drop = ({ active, over }: DragEndEvent) => {
    setDragged(null);
    const [id, target] = [thingOf(active), over && thingOf(over)];
    if (target !== null && target !== id) onMove(id, target);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={pointerWithin}
      onDragStart={({ active }) => setDragged(thingOf(active))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={drop}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && (
          <div className="w-fit rounded-control border bg-surface px-3 py-2 font-semibold shadow-float">
            {nameOf(dragged)}
          </div>
        )}
      </DragOverlay>
    </DndContext>
  );
}

// The same thing can appear in several places of a screen; dnd-kit's ids tell the places apart.
function thingOf({ data }: { data: Active["data"] }): string {
  return String(data.current?.thing);
}

/** An item that can be dragged and dropped on; a link inside still works. */
export function Movable({ id, disabled, children, className }: MoveTargetProps) {
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id: `drag:${id}`,
    data: { thing: id },
    disabled: disabled ?? false,
  });
  return (
    <div
      ref={setNodeRef}
      {...listeners}
      className={cn("touch-manipulation", isDragging && "opacity-40", className)}
    >
      {children}
    </div>
  );
}

interface MoveTargetProps {
  id: string;
  /** Distinguishes the places if the same thing appears more than once. */
  place?: string;
  disabled?: boolean;
  children: ReactNode;
  className?: string;
}

/** A container that accepts drops. */
export function MoveTarget({ id, place = "", disabled, children, className }: MoveTargetProps) {
  const { setNodeRef, isOver, active } = useDroppable({
    id: `drop:${place}:${id}`,
    data: { thing: id },
    disabled: disabled ?? false,
  });
  const lit = isOver && active !== null && thingOf(active) !== id;
  return (
    <div ref={setNodeRef} className={cn(className, lit && "outline-2 -outline-offset-2 outline-accent")}>
      {children}
    </div>
  );
}
