// The list of variables below the caret of a field, open while a name is typed after `{{`.
import { t } from "@lingui/core/macro";
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from "react";
import { cn } from "@/ui/cn";
import type { Backdrop } from "./backdrop";
import { type Completion, complete } from "./completion";
import type { TextBinding, TextTemplate } from "./text-binding";

interface VariableCompletionProps {
  field: RefObject<HTMLTextAreaElement | null>;
  backdrop: RefObject<Backdrop | null>;
  text: TextBinding;
  template: TextTemplate;
}

interface Open extends Completion {
  /** The position of the caret in the text. */
  caret: number;
  /** The index of the choice that Enter takes. */
  chosen: number;
  left: number;
  top: number;
}

export function VariableCompletion({ field, backdrop, text, template }: VariableCompletionProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const current = useRef(open);
  current.current = open;
  const id = useId();

  const accept = useCallback(
    ({ typed, caret, choices }: Open, chosen: number) => {
      setOpen(null);
      const choice = choices[chosen];
      const area = field.current;
      if (!choice || !area) return;
      const start = caret - typed;
      text.endStep();
      text.splice({ start, end: caret, text: choice.text });
      text.endStep();
      area.setSelectionRange(start + choice.text.length, start + choice.text.length);
    },
    [field, text],
  );

  useEffect(() => {
    const area = field.current;
    if (!area) return;
    const close = () => current.current && setOpen(null);
    const look = () => {
      const { value, selectionStart: caret } = area;
      const braces = template.braces();
      const before = value.slice(Math.max(0, caret - 200), caret);
      const found = braces && complete(before, value.slice(caret, caret + 20), braces, template.names);
      const rect = found && backdrop.current?.rectAt(caret - found.typed);
      if (!rect) return close();
      setOpen({ ...found, caret, chosen: 0, left: rect.left, top: rect.bottom });
    };
    const onInput = (event: Event) => {
      if ((event as InputEvent).isComposing) return;
      look();
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const shown = current.current;
      if (!shown || event.isComposing) return;
      const count = shown.choices.length;
      // Undo and other shortcuts change the text under the list.
      if (event.ctrlKey || event.metaKey) return setOpen(null);
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isAccepted = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey;
      if (step) setOpen({ ...shown, chosen: (shown.chosen + step + count) % count });
      else if (isAccepted) accept(shown, shown.chosen);
      else if (event.key === "Escape") setOpen(null);
      else {
        if (event.key.length > 1 && event.key !== "Backspace" && event.key !== "Shift") setOpen(null);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    area.addEventListener("input", onInput);
    area.addEventListener("keydown", onKeyDown);
    area.addEventListener("blur", close);
    area.addEventListener("pointerdown", close);
    area.addEventListener("scroll", close);
    window.addEventListener("scroll", close, { passive: true });
    window.addEventListener("resize", close);
    return () => {
      area.removeEventListener("input", onInput);
      area.removeEventListener("keydown", onKeyDown);
      area.removeEventListener("blur", close);
      area.removeEventListener("pointerdown", close);
      area.removeEventListener("scroll", close);
      window.removeEventListener("scroll", close);
      window.removeEventListener("resize", close);
    };
  }, [field, backdrop, template, accept]);

  useEffect(() => {
    const area = field.current;
    if (!area || !open) return;
    area.setAttribute("aria-controls", id);
    area.setAttribute("aria-activedescendant", `${id}-${open.chosen}`);
    return () => {
      area.removeAttribute("aria-controls");
      area.removeAttribute("aria-activedescendant");
    };
  }, [field, open, id]);

  if (!open) return null;
  return (
    <div
      ref={(list) => list?.showPopover?.()}
      id={id}
      popover="manual"
      role="listbox"
      aria-label={t`Variables`}
      className="fixed m-0 max-h-64 w-max max-w-64 overflow-y-auto rounded-control border bg-surface p-1 shadow-float"
      style={{ left: Math.min(open.left, window.innerWidth - 268), top: open.top + 4 }}
    >
      {open.choices.map(({ name }, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the chosen option.
        <div
          key={name}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === open.chosen}
          className={cn(
            "cursor-pointer truncate rounded-control px-2 py-1 font-mono text-sm",
            at === open.chosen && "bg-well text-ink",
          )}
          // Before the field loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            accept(open, at);
          }}
        >
          {name}
        </div>
      ))}
    </div>
  );
}
