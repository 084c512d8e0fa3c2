import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./cn";
import { controlClass } from "./input";

export interface Option {
  value: string;
  label: string;
}

interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  options: readonly Option[];
}

/** The browser's own select, which every keyboard, screen reader and phone supports, in our look. */
export function Select({ options, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select className={cn(controlClass, "h-9.5 appearance-none pr-9", className)} {...rest}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-muted"
      />
    </span>
  );
}
