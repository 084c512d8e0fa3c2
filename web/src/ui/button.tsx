import type { ComponentProps } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";
import { type OnClick, useClick } from "./use-click";

const base = [
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-control border font-semibold whitespace-nowrap",
  "transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55",
  "[&>svg]:size-4 [&>svg]:shrink-0",
];

const variants = {
  primary:
    "border-transparent bg-accent-strong text-on-accent enabled:hover:bg-accent-hover [a&]:hover:bg-accent-hover",
  secondary:
    "border-line-strong/60 bg-surface text-ink enabled:hover:border-line-strong enabled:hover:bg-well [a&]:hover:border-line-strong [a&]:hover:bg-well",
  ghost: "border-transparent text-ink enabled:hover:bg-well [a&]:hover:bg-well aria-expanded:bg-well",
  danger: "border-transparent bg-danger text-on-danger enabled:hover:bg-danger-hover",
  link: "border-transparent h-auto! px-0! text-accent underline decoration-accent/40 underline-offset-4 hover:decoration-accent",
};

const sizes = {
  sm: "h-8 px-2.5 text-sm",
  md: "h-9.5 px-3.5 text-[0.9375rem]",
  lg: "h-11.5 px-5 text-base",
};

interface Look {
  variant?: keyof typeof variants | undefined;
  size?: keyof typeof sizes | undefined;
  className?: string | undefined;
}

/** The look of a button, for links: `<Link className={buttonClass({ variant: "primary" })}>`. */
export function buttonClass({ variant = "secondary", size = "md", className }: Look = {}): string {
  return cn(base, variants[variant], sizes[size], className);
}

export interface ButtonProps extends Omit<ComponentProps<"button">, "onClick" | "className">, Look {
  /** Shows a spinner and ignores clicks; the label still says what is running. */
  busy?: boolean;
  onClick?: OnClick | undefined;
}

export function Button(props: ButtonProps) {
  const { variant, size, busy = false, className, disabled, onClick, children, ...rest } = props;
  // A disabled element loses the focus, which keyboard users need: a busy button ignores clicks instead.
  const refuses = busy || rest["aria-disabled"] === true;
  const { click, pending } = useClick({ onClick, isSubmit: rest.type === "submit", refuses });
  const isBusy = busy || pending;
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, className })}
      disabled={disabled}
      aria-busy={isBusy || undefined}
      {...rest}
      aria-disabled={refuses || pending || undefined}
      onClick={click}
    >
      {isBusy && <Spinner className="size-4" />}
      {children}
    </button>
  );
}
