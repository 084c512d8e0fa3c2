import type { ComponentProps, ReactNode } from "react";
import { cn } from "./cn";

/** The look shared by all text controls. */
export const controlClass = [
  "w-full rounded-control border border-line-strong/60 bg-surface px-3 text-ink transition-colors duration-100",
  "hover:border-line-strong focus-visible:border-accent focus-visible:outline-offset-0 aria-invalid:border-danger",
  "disabled:cursor-not-allowed disabled:bg-well disabled:text-muted",
];

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input className={cn(controlClass, "h-9.5 read-only:bg-well", className)} {...rest} />;
}

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return (
    <textarea
      className={cn(controlClass, "read-only:bg-well min-h-24 py-2 leading-relaxed", className)}
      {...rest}
    />
  );
}

interface InputWithProps extends ComponentProps<"input"> {
  /** An icon before the text. */
  lead?: ReactNode;
  /** A button or note after the text. */
  trail?: ReactNode;
}

/** An input with content inside its border, before or after the text. */
export function InputWith({ lead, trail, className, ...rest }: InputWithProps) {
  return (
    <div className="relative">
      {lead && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted [&>svg]:size-4">
          {lead}
        </span>
      )}
      <Input className={cn(lead && "pl-9", trail && "pr-11", className)} {...rest} />
      {trail && <span className="absolute inset-y-0 right-1 flex items-center">{trail}</span>}
    </div>
  );
}
