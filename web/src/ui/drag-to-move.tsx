// Dragging things into containers, with pointer or touch. The keyboard's way is a dialog that asks where to, which
// every screen that uses this must offer beside it.
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
  /** What is under the pointer while it is dragged. */
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

// One thing can stand in several places of a screen; dnd-kit knows them apart by id, we by what they stand for.
function thingOf({ data }: { data: Active["data"] }): string {
  return String(data.current?.thing);
}

/** Something that can be dragged, and dropped on; a link inside keeps working. */
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
  /** Tells apart where the same thing stands more than once. */
  place?: string;
  disabled?: boolean;
  children: ReactNode;
  className?: string;
}

/** A container that things can be dropped into. */
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
