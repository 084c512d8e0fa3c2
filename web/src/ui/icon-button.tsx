import type { ComponentProps } from "react";
import { cn } from "./cn";

interface IconButtonProps extends ComponentProps<"button"> {
  /** What the button does; read by screen readers and shown on hover. */
  label: string;
  size?: "sm" | "md";
}

/** A square button that shows only an icon. */
export function IconButton({ label, size = "md", className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cn(
        "inline-flex shrink-0 items-center justify-center rounded-control text-muted transition-colors duration-100",
        "enabled:hover:bg-well enabled:hover:text-ink disabled:cursor-not-allowed disabled:opacity-45 aria-expanded:bg-well aria-expanded:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent",
        size === "sm" ? "size-7 [&>svg]:size-4" : "size-9.5 [&>svg]:size-[1.125rem]",
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  );
}
