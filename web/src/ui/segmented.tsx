import { type ReactNode, useId } from "react";
import { cn } from "./cn";

interface SegmentedProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: ReactNode; title?: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

/** A single choice of a few visible options: radio buttons drawn as joined compartments. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <fieldset
      className={cn(
        "inline-flex min-w-0 rounded-control border border-line-strong/60 bg-well p-0.5",
        className,
      )}
    >
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          title={option.title}
          className={cn(
            "relative flex h-8 cursor-pointer items-center gap-1.5 rounded-[0.25rem] px-2.5 text-sm font-semibold text-muted max-sm:px-1.5 transition-colors hover:text-ink [&>svg]:size-4",
            "has-checked:bg-accent-wash has-checked:text-accent has-checked:shadow-[inset_0_0_0_1.5px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
