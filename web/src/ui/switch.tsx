import { type ReactNode, useId } from "react";
import { cn } from "./cn";

interface SwitchProps {
  label: ReactNode;
  hint?: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}

/** On or off, applied at once; for a choice that waits for Save, use a checkbox. */
export function Switch({ label, hint, checked, onChange, disabled, className }: SwitchProps) {
  const id = useId();
  return (
    <div className={cn("flex items-start justify-between gap-4", className)}>
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className={cn(
          "relative mt-0.5 h-6 w-10.5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-well transition-colors",
          "before:absolute before:top-[3px] before:left-[3px] before:size-4 before:rounded-full before:bg-line-strong before:transition-transform before:content-['']",
          "checked:border-accent-strong checked:bg-accent-strong checked:before:translate-x-[1.125rem] checked:before:bg-on-accent disabled:opacity-50",
        )}
      />
    </div>
  );
}
