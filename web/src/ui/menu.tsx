import * as Radix from "radix-ui/dropdown-menu";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

interface MenuProps {
  trigger: ReactNode;
  align?: "start" | "end";
  children: ReactNode;
  className?: string;
}

/** A button's menu: `<Menu trigger={<Button>…</Button>}><MenuItem>…</MenuItem></Menu>`. */
export function Menu({ trigger, align = "end", children, className }: MenuProps) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={cn(
            "z-50 min-w-48 animate-rise rounded-tray border bg-surface p-1 shadow-float",
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  "flex cursor-pointer items-center gap-2.5 rounded-control px-2.5 py-1.5 outline-none data-highlighted:bg-well data-disabled:cursor-not-allowed data-disabled:opacity-50 [&>svg]:size-4 [&>svg]:text-muted";

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  danger?: boolean;
}

export function MenuItem({ danger, className, ...rest }: MenuItemProps) {
  return (
    <Radix.Item className={cn(itemClass, danger && "text-danger [&>svg]:text-danger", className)} {...rest} />
  );
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />;
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 py-1.5 text-sm text-muted">{children}</Radix.Label>;
}
