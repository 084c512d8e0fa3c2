import type { ComponentProps } from "react";
import { cn } from "./cn";
import { type OnClick, useClick } from "./use-click";

interface IconButtonProps extends Omit<ComponentProps<"button">, "onClick"> {
  /** The action of the button, read by screen readers and shown on hover. */
  label: string;
  size?: "sm" | "md";
  onClick?: OnClick | undefined;
}

/** A square button with an icon only. */
export function IconButton(props: IconButtonProps) {
  const { label, size = "md", className, disabled, onClick, children, ...rest } = props;
  const { click, pending } = useClick({ onClick });
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-100",
        "enabled:hover:bg-well enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 aria-expanded:bg-well aria-expanded:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent",
        size === "sm" ? "size-7 [&>svg]:size-4" : "size-9.5 [&>svg]:size-[1.125rem]",
        className,
      )}
      disabled={disabled}
      // Like a busy button, it keeps the focus.
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      {...rest}
      onClick={click}
    >
      {children}
    </button>
  );
}
