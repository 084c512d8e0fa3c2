import type { ReactNode } from "react";
import { cn } from "./cn";

interface CardGridProps {
  label: string;
  className?: string;
  /** List items with a border on the right and below. */
  children: ReactNode;
}

/**
 * A tray of cards side by side whose last row may be partly empty. The tray's own border overlaps the cards'
 * outer borders.
 */
export function CardGrid({ label, className, children }: CardGridProps) {
  return (
    <div className="overflow-hidden rounded-tray border bg-well">
      <ul
        aria-label={label}
        className={cn("-mr-px -mb-px grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]", className)}
      >
        {children}
      </ul>
    </div>
  );
}
