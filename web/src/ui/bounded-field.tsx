import { type ComponentProps, type ReactNode, useState } from "react";
import { Field } from "./field";
import { Input } from "./input";

interface BoundedFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  label: string;
  value: string;
  /** The most characters that may stand in it, as the core counts them. */
  limit: number;
  onText: (text: string) => void;
  hint?: ReactNode;
  /** What else is wrong with it. */
  error?: string | undefined;
}

/** One line of text that takes no more than may be stored. What was pasted beyond that is left out, and the field says so. */
export function BoundedField({
  label,
  value,
  limit,
  onText,
  hint,
  error,
  required,
  className,
  ...rest
}: BoundedFieldProps) {
  const [leftOut, setLeftOut] = useState(0);
  const type = (typed: string) => {
    const { kept, over } = bounded(typed, Math.max(limit, length(value)));
    setLeftOut(over);
    onText(kept);
  };
  const wrong =
    leftOut > 0
      ? `${label}s have at most ${limit.toLocaleString("en")} characters: the last ${leftOut.toLocaleString("en")} were left out.`
      : error;
  return (
    <Field label={label} hint={hint} required={required ?? false} error={wrong} className={className}>
      {(control) => (
        <Input {...control} {...rest} value={value} onChange={(event) => type(event.target.value)} />
      )}
    </Field>
  );
}

/** The text as far as the limit, and how many characters are beyond it. */
export function bounded(text: string, limit: number): { kept: string; over: number } {
  const all = length(text);
  if (all <= limit) return { kept: text, over: 0 };
  let kept = "";
  let count = 0;
  for (const character of text) {
    if (count === limit) break;
    kept += character;
    count += 1;
  }
  return { kept, over: all - limit };
}

/** Unicode scalar values, which is what the core counts. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
