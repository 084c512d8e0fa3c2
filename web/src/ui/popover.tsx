import * as Radix from "radix-ui/popover";
import type { ReactNode } from "react";
import { cn } from "./cn";

interface PopoverProps {
  trigger: ReactNode;
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
  className?: string;
}

/** A small panel anchored to its button. */
export function Popover({
  trigger,
  label,
  align = "start",
  open,
  onOpenChange,
  children,
  className,
}: PopoverProps) {
  return (
    <Radix.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align={align}
          sideOffset={6}
          collisionPadding={12}
          className={cn(
            "z-50 max-h-(--radix-popover-content-available-height) w-80 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-tray border bg-surface p-4 shadow-float focus:outline-none",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
