// A text area bound to a text of the document.
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
  /** The minimum number of rows, or a fixed height with a scrolling field. */
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
        // Kerning one letter repeated fifty thousand times takes browsers seconds.
        rows === "tall"
          ? "h-112 overflow-y-auto contain-strict [font-kerning:none]"
          : "field-sizing-content max-h-[70vh] min-h-22",
      )}
    />
  );
}
