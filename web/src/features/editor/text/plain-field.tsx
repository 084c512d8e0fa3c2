// A text area that shows a live text and changes it.
import { type RefObject, useLayoutEffect } from "react";
import { cn } from "@/ui/cn";
import { ofTheRecord } from "../use-shortcuts";
import { bindTextarea } from "./bind-textarea";
import type { TextBinding } from "./text-binding";

interface PlainFieldProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  id: string;
  label: string;
  text: TextBinding;
  /** So many rows at least, or one height in which the field scrolls. */
  rows: number | "tall";
  readOnly: boolean;
  placeholder: string | undefined;
  onFocus: () => void;
}

export function PlainField({ ref, id, label, text, rows, readOnly, placeholder, onFocus }: PlainFieldProps) {
  useLayoutEffect(() => {
    const field = ref.current;
    return field ? bindTextarea(field, text) : undefined;
  }, [ref, text]);
  return (
    <textarea
      {...ofTheRecord}
      ref={ref}
      id={id}
      aria-label={label}
      readOnly={readOnly}
      placeholder={placeholder}
      spellCheck={rows !== "tall"}
      rows={rows === "tall" ? 16 : rows}
      onFocus={onFocus}
      className={cn(
        "block w-full resize-none rounded-t-control bg-transparent px-3 py-2 leading-relaxed text-ink outline-none",
        // Browsers take seconds to find the distances in one letter fifty thousand times.
        rows === "tall"
          ? "h-112 overflow-y-auto contain-strict [font-kerning:none]"
          : "field-sizing-content max-h-[70vh] min-h-22",
      )}
    />
  );
}
