// One text of the prompt: a plain field that grows with what is typed, and Monaco where the text is very long or on a press.
import { Maximize2, Minimize2 } from "lucide-react";
import { memo, type ReactNode, useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Heard } from "@/core";
import { cn } from "@/ui/cn";
import { CodeEditor, type TextChange } from "@/ui/code-editor/code-editor";
import { IconButton } from "@/ui/icon-button";
import { useMediaQuery } from "@/ui/use-media-query";
import { type Splice, shown, spliceBetween, toStored } from "./splice";

/**
 * From here on a text opens in the large editor when it is clicked. Browsers lay out only the edited paragraph of a plain
 * field, so below this it costs less on a key than the large editor, which stays one press away (docs/performance.md).
 */
const longText = 100_000;

/** From here on a plain field keeps one height and scrolls in itself. */
const tallText = 6_000;

/** Phones get the plain field only: their keyboards and selections do not work in Monaco. */
const plainFieldsOnly = "(pointer: coarse), (max-width: 40rem)";

interface TextFieldProps {
  id: string;
  label: string;
  /** The text as it is stored. */
  value: string;
  onSplice: (splice: Splice, heard: Heard) => void;
  readOnly?: boolean;
  placeholder?: string;
  /** What stands under the text on the left: counts, hints. */
  foot?: ReactNode;
}

export function TextField({
  id,
  label,
  value,
  onSplice,
  readOnly = false,
  placeholder,
  foot,
}: TextFieldProps) {
  const text = shown(value);
  const isTall = text.length >= tallText;
  const isLong = text.length >= longText;
  // Not known until it opened by itself or somebody chose; who closed it wants the plain field.
  const [large, setLarge] = useState<boolean>();
  const caret = useRef<number | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  // What that field was seen to hold: it copies its text whenever it is asked for it.
  const seen = useRef<{ in: HTMLTextAreaElement; text: string }>(null);

  const open = useCallback(() => {
    caret.current = field.current?.selectionStart ?? 0;
    setLarge(true);
  }, []);
  const close = useCallback(() => setLarge(false), []);
  const fill = (node: HTMLTextAreaElement) => {
    node.value = text;
    seen.current = { in: node, text };
  };
  // React would write a long text back into the field on every key, as its default value.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field that comes back from the large editor is a new one.
  useLayoutEffect(() => {
    const node = field.current;
    if (!node || (seen.current?.in === node && seen.current.text === text)) return;
    const { selectionStart, selectionEnd } = node;
    fill(node);
    // By itself the caret would go to the end.
    node.setSelectionRange(selectionStart, selectionEnd);
  }, [text, large]);
  const typed = (node: HTMLTextAreaElement) => {
    const now = node.value;
    seen.current = { in: node, text: now };
    const splice = spliceBetween(text, now);
    if (!splice) return;
    try {
      onSplice(toStored(value, splice), "at once");
    } catch (error) {
      // No field shows what the document does not hold.
      fill(node);
      throw error;
    }
  };
  const typedLarge = (changes: TextChange[]) => {
    // All positions are of the text before, the last range first: so each leaves the places of the next untouched.
    for (const change of changes.toSorted((a, b) => b.start - a.start)) {
      onSplice(toStored(value, change), "next frame");
    }
  };
  const canGrow = !useMediaQuery(plainFieldsOnly);

  return (
    <div className="rounded-control border border-line-strong/60 bg-surface transition-colors focus-within:border-accent hover:border-line-strong">
      {large ? (
        <CodeEditor
          label={label}
          language="markdown"
          value={text}
          readOnly={readOnly}
          caret={caret.current}
          onChange={typedLarge}
          className="rounded-t-control"
        />
      ) : (
        <textarea
          ref={field}
          id={id}
          aria-label={label}
          readOnly={readOnly}
          placeholder={placeholder}
          spellCheck={!isTall}
          rows={Math.min(16, Math.max(3, lines(text)))}
          onChange={(event) => typed(event.target)}
          // The caret is put by the click after the focus: wait for it, so that the large editor opens at that place.
          onFocus={() => isLong && large === undefined && canGrow && !readOnly && requestAnimationFrame(open)}
          className={cn(
            "block w-full resize-none rounded-t-control bg-transparent px-3 py-2 leading-relaxed text-ink outline-none",
            // Browsers take seconds to find the distances in one letter fifty thousand times.
            isTall
              ? "h-112 overflow-y-auto contain-strict [font-kerning:none]"
              : "field-sizing-content max-h-[70vh] min-h-22",
          )}
        />
      )}
      <div className="flex min-h-7 items-center justify-between gap-2 rounded-b-control border-t px-3 text-[0.8125rem] text-muted">
        <span className="min-w-0 truncate tabular-nums">{foot}</span>
        {canGrow && <SizeButton isLarge={large === true} onOpen={open} onClose={close} />}
      </div>
    </div>
  );
}

// Drawn anew with every key it would cost as much as the paragraph that is typed into.
const SizeButton = memo(function SizeButton({
  isLarge,
  onOpen,
  onClose,
}: {
  isLarge: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  return (
    <IconButton
      size="sm"
      label={isLarge ? "Close the large editor" : "Open in the large editor"}
      aria-pressed={isLarge}
      onClick={isLarge ? onClose : onOpen}
      className="-mr-2"
    >
      {isLarge ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
    </IconButton>
  );
});

/** A guess that is enough where the browser cannot size the field by its content. */
function lines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count < 16; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
