// One text of the prompt: a plain field that grows with what is typed, and Monaco where the text is very long or on a press.
import { Maximize2, Minimize2 } from "lucide-react";
import { memo, type ReactNode, useCallback, useRef, useState, useSyncExternalStore } from "react";
import { CodeEditor, type TextChange } from "@/ui/code-editor/code-editor";
import { IconButton } from "@/ui/icon-button";
import { useMediaQuery } from "@/ui/use-media-query";
import { PlainField } from "./plain-field";
import { toLf } from "./splice";
import type { TextBinding } from "./text-binding";

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
  text: TextBinding;
  readOnly?: boolean;
  placeholder?: string;
  /** What stands under the text on the left: counts, hints. */
  foot?: ReactNode;
}

export function TextField({ id, label, text, readOnly = false, placeholder, foot }: TextFieldProps) {
  const size = useSyncExternalStore(text.subscribe, () => sizeOf(text.read()));
  // Not known until it opened by itself or somebody chose; who closed it wants the plain field.
  const [large, setLarge] = useState<boolean>();
  const caret = useRef<number | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);

  const open = useCallback(() => {
    caret.current = field.current?.selectionStart ?? 0;
    setLarge(true);
  }, []);
  const close = useCallback(() => setLarge(false), []);
  const canGrow = !useMediaQuery(plainFieldsOnly);

  return (
    <div className="rounded-control border border-line-strong/60 bg-surface transition-colors focus-within:border-accent hover:border-line-strong">
      {large ? (
        <LargeField label={label} text={text} readOnly={readOnly} caret={caret.current} />
      ) : (
        <PlainField
          ref={field}
          id={id}
          label={label}
          text={text}
          rows={size === "long" ? "tall" : size}
          readOnly={readOnly}
          placeholder={placeholder}
          // The caret is put by the click after the focus: wait for it, so that the large editor opens at that place.
          onFocus={() =>
            size === "long" && large === undefined && canGrow && !readOnly && requestAnimationFrame(open)
          }
        />
      )}
      <div className="flex min-h-7 items-center justify-between gap-2 rounded-b-control border-t px-3 text-[0.8125rem] text-muted">
        <span className="min-w-0 truncate tabular-nums">{foot}</span>
        {/* Who made the window narrow keeps the editor in which they type, and the way out of it. */}
        {(canGrow || large) && <SizeButton isLarge={large === true} onOpen={open} onClose={close} />}
      </div>
    </div>
  );
}

interface LargeFieldProps {
  label: string;
  text: TextBinding;
  readOnly: boolean;
  caret: number | undefined;
}

function LargeField({ label, text, readOnly, caret }: LargeFieldProps) {
  const value = useSyncExternalStore(text.subscribe, text.read);
  const typed = (changes: TextChange[]) => {
    // All positions are of the text before, the last range first: so each leaves the places of the next untouched.
    for (const change of changes.toSorted((a, b) => b.start - a.start)) {
      text.splice(change);
    }
  };
  return (
    <CodeEditor
      label={label}
      language="markdown"
      value={toLf(value)}
      readOnly={readOnly}
      caret={caret}
      onChange={typed}
      className="rounded-t-control"
    />
  );
}

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

/** How a field is to look for its text: with so many rows, one height, or large as soon as it is entered. */
function sizeOf(stored: string): number | "tall" | "long" {
  const text = toLf(stored);
  if (text.length >= longText) return "long";
  return text.length >= tallText ? "tall" : Math.min(16, Math.max(3, lines(text)));
}

/** A guess that is enough where the browser cannot size the field by its content. */
function lines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count < 16; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
