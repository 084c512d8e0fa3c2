import { t } from "@lingui/core/macro";
import { type ComponentProps, type ReactNode, useState } from "react";
import { locale } from "@/i18n";
import { Field } from "./field";
import { Input } from "./input";

interface BoundedFieldProps extends Omit<ComponentProps<"input">, "onChange" | "value"> {
  label: string;
  value: string;
  /** The maximum number of characters, as the core counts them. */
  limit: number;
  onText: (text: string) => void;
  hint?: ReactNode;
  /** Another validation error of the field. */
  error?: string | undefined;
}

/** A one-line input with a maximum length. Text pasted beyond it is cut off, and the field says so. */
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
      ? t`${label}s have at most ${limit.toLocaleString(locale)} characters, so the last ${leftOut.toLocaleString(locale)} were removed.`
      : error;
  return (
    <Field label={label} hint={hint} required={required ?? false} error={wrong} className={className}>
      {(control) => (
        <Input {...control} {...rest} value={value} onChange={(event) => type(event.target.value)} />
      )}
    </Field>
  );
}

/** The text truncated to the limit, and the number of characters beyond it. */
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

/** The length in Unicode scalar values, as the core counts it. */
function length(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
