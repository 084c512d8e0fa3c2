// A button with a menu. Radix costs as much as the rest of a card, and most menus of a list are never opened, so
// a button mounts its menu on the first hover or focus.
import * as Radix from "radix-ui/dropdown-menu";
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { cn } from "./cn";

interface MenuProps {
  trigger: ReactElement<ComponentProps<"button">>;
  align?: "start" | "end";
  children: ReactNode;
  className?: string;
}

/** A button's menu: `<Menu trigger={<Button>…</Button>}><MenuItem>…</MenuItem></Menu>`. */
export function Menu({ trigger, align = "end", children, className }: MenuProps) {
  const [expected, setExpected] = useState(false);
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const menuId = `${id}menu`;
  const expect = () => setExpected(true);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        id,
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open ? menuId : undefined,
        onPointerEnter: expect,
        onFocus: expect,
        onPointerDown: (event: PointerEvent) => {
          if (event.button !== 0 || event.ctrlKey) return;
          expect();
          setOpen(!open);
          // The opening menu takes the focus, which the button would otherwise take back.
          if (!open) event.preventDefault();
        },
        onKeyDown: (event: KeyboardEvent) => {
          if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
          expect();
          setOpen(event.key === "ArrowDown" || !open);
          event.preventDefault();
        },
      })}
      {expected && (
        <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
          <Radix.Trigger asChild>
            <Standing button={button} />
          </Radix.Trigger>
          <Radix.Portal>
            <Radix.Content
              id={menuId}
              aria-labelledby={id}
              align={align}
              sideOffset={6}
              collisionPadding={8}
              className={cn(
                "z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-rise overflow-y-auto rounded-tray border bg-surface p-1 shadow-float",
                className,
              )}
            >
              {children}
            </Radix.Content>
          </Radix.Portal>
        </Radix.Root>
      )}
    </>
  );
}

/** Registers an existing button with Radix, as the menu's anchor and as the focus target on close. */
function Standing({ button, ref }: { button: RefObject<HTMLButtonElement | null>; ref?: Ref<Element> }) {
  useImperativeHandle<Element | null, Element | null>(ref, () => button.current, [button]);
  return null;
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
