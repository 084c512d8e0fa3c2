// A text area bound to a text of the document, with its variables coloured and completed.
import { type RefObject, useLayoutEffect, useRef } from "react";
import { cn } from "@/ui/cn";
import { ofTheRecord } from "../use-shortcuts";
import { Backdrop } from "./backdrop";
import { bindTextarea } from "./bind-textarea";
import type { TextBinding } from "./text-binding";
import { VariableCompletion } from "./variable-completion";

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

/** Longer texts are not coloured, in UTF-16 units. They open in the large editor. */
const colouredLimit = 100_000;

/** The field and the text behind it must break their lines at the same places. Each paragraph has its own direction. */
const layout =
  "px-3 py-2 leading-relaxed whitespace-pre-wrap [overflow-wrap:break-word] [scrollbar-gutter:stable] [unicode-bidi:plaintext]";

export function PlainField({ ref, id, label, text, rows, readOnly, placeholder, onFocus }: PlainFieldProps) {
  const behind = useRef<HTMLDivElement>(null);
  const backdrop = useRef<Backdrop>(null);
  useLayoutEffect(() => {
    const field = ref.current;
    const element = behind.current;
    if (!field || !element) return;
    const { template } = text;
    if (!template) return bindTextarea(field, text);
    const coloured = new Backdrop(element);
    backdrop.current = coloured;
    const scroll = () => {
      if (element.scrollTop !== field.scrollTop) element.scrollTop = field.scrollTop;
    };
    const unbind = bindTextarea(field, text, (shown) => {
      if (shown.length > colouredLimit) coloured.clear();
      else coloured.show(shown, template.language(), template.marks);
      scroll();
    });
    field.addEventListener("scroll", scroll, { passive: true });
    return () => {
      field.removeEventListener("scroll", scroll);
      unbind();
      coloured.clear();
      backdrop.current = null;
    };
  }, [ref, text]);
  return (
    <div className="relative">
      <div
        ref={behind}
        aria-hidden="true"
        className={cn(
          layout,
          "pointer-events-none absolute inset-0 overflow-hidden text-transparent select-none",
          rows === "tall" && "[font-kerning:none]",
        )}
      />
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
          layout,
          "relative block w-full resize-none rounded-t-control bg-transparent text-ink outline-none",
          // Kerning one letter repeated fifty thousand times takes browsers seconds.
          rows === "tall"
            ? "h-112 overflow-y-auto contain-strict [font-kerning:none]"
            : "field-sizing-content max-h-[70vh] min-h-22",
        )}
      />
      {text.template && !readOnly && (
        <VariableCompletion field={ref} backdrop={backdrop} text={text} template={text.template} />
      )}
    </div>
  );
}
