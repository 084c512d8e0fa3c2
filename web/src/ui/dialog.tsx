import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import * as Radix from "radix-ui/dialog";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { cn } from "./cn";
import { firstControl } from "./first-control";
import { useFocusBack } from "./focus-back";
import { IconButton } from "./icon-button";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  size?: "sm" | "md" | "lg" | "full";
  /** The position of the dialog: the middle, or a sheet along one side of the screen. */
  side?: "centre" | "left" | "right" | "bottom";
  /** The element to focus first, if not the first control of the body. */
  startIn?: RefObject<HTMLElement | null>;
}

const widths = {
  sm: "max-w-md",
  md: "max-w-xl",
  lg: "max-w-4xl",
  full: "max-w-[min(96rem,calc(100vw-2rem))]",
};

const places = {
  centre:
    "inset-x-0 top-[max(1rem,8vh)] mx-auto w-[calc(100%-2rem)] max-h-[calc(100dvh-max(2rem,12vh))] rounded-tray border animate-rise",
  left: "inset-y-0 left-0 w-[min(20rem,calc(100vw-3rem))] border-r animate-slide-left",
  right: "inset-y-0 right-0 w-[min(28rem,100vw)] border-l animate-slide-right",
  bottom: "inset-x-0 bottom-0 max-h-[85dvh] rounded-t-tray border-t animate-slide-up",
};

// A full-size dialog takes the whole width on a phone.
const onPhone =
  "max-sm:top-0 max-sm:h-dvh max-sm:max-h-none max-sm:w-full max-sm:max-w-none max-sm:rounded-none max-sm:border-0";

/** A modal surface. The focus moves in and returns on close; Escape and a click outside close it. */
export function Dialog(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    children,
    footer,
    size = "md",
    side = "centre",
    startIn,
  } = props;
  const onCloseAutoFocus = useFocusBack(open);
  const content = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const buttons = useRef<HTMLDivElement>(null);
  // The content may load after the dialog. Until the user acts, the focus still moves to the loaded content.
  const isWaiting = useRef(false);
  const stopWaiting = () => {
    isWaiting.current = false;
  };
  useEffect(() => {
    if (isWaiting.current && document.activeElement === content.current) firstControl(body.current)?.focus();
  });
  // The focus starts in the content, and in a question on its first answer, which is the harmless one. Closing is
  // what Escape is for.
  const moveIn = (event: Event) => {
    event.preventDefault();
    const inside = startIn?.current ?? firstControl(body.current);
    const start = inside === undefined ? firstControl(buttons.current) : inside;
    isWaiting.current = !start;
    (start ?? content.current)?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* The overlay has the surfaces' z-index, so that a nested dialog dims the one below. */}
        <Radix.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Radix.Content
          ref={content}
          {...(description ? {} : { "aria-describedby": undefined })}
          data-sheet={side === "centre" ? undefined : side}
          onOpenAutoFocus={moveIn}
          onKeyDownCapture={stopWaiting}
          onPointerDownCapture={stopWaiting}
          onCloseAutoFocus={onCloseAutoFocus}
          className={cn(
            "fixed z-50 flex flex-col overflow-hidden bg-surface shadow-float focus:outline-none",
            places[side],
            side === "centre" && widths[size],
            size === "full" && onPhone,
          )}
        >
          <div className="flex items-start justify-between gap-4 border-b px-5 py-3.5">
            <div className="pt-1">
              <Radix.Title className="text-lg leading-snug font-bold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <IconButton label={t`Close`} className="-mr-2">
                <X aria-hidden="true" />
              </IconButton>
            </Radix.Close>
          </div>
          <div ref={body} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer && (
            <div ref={buttons} className="flex flex-wrap justify-end gap-2 border-t bg-ground px-5 py-3">
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
