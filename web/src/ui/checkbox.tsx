import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./cn";

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  hint?: ReactNode;
  hideLabel?: boolean;
}

export function Checkbox({ label, hint, hideLabel, className, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div className={cn("flex items-start gap-2.5", className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4.5 shrink-0 accent-(--accent-strong)"
        {...rest}
      />
      <div className={cn(hideLabel && "sr-only")}>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
