import { useId } from "react";
import { translated } from "@/i18n";

interface ChoiceListProps {
  label: string;
  options: readonly string[];
  chosen: readonly string[];
  onToggle: (option: string) => void;
  /** Whether several can be chosen. */
  many?: boolean;
}

/** Choices as compartments of a tray. */
export function ChoiceList({ label, options, chosen, onToggle, many }: ChoiceListProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-2 text-lg font-bold">{label}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option}
            className="relative flex cursor-pointer items-center gap-3 rounded-control border border-line-strong/50 bg-surface px-4 py-2.5 hover:bg-well has-checked:border-accent has-checked:bg-accent-wash has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type={many ? "checkbox" : "radio"}
              name={name}
              checked={chosen.includes(option)}
              onChange={() => onToggle(option)}
              className="size-4 accent-(--accent-strong)"
            />
            {translated(option)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
