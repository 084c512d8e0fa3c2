// One text of the prompt: a plain field that grows with its text, and Monaco for very long texts or on request.
import { t } from "@lingui/core/macro";
import { Braces, Maximize2, Minimize2 } from "lucide-react";
import { memo, type ReactNode, useCallback, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { CodeEditor, type TextChange } from "@/ui/code-editor/code-editor";
import { IconButton } from "@/ui/icon-button";
import { commandKey } from "@/ui/kbd";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import { toast } from "@/ui/toast";
import { useMediaQuery } from "@/ui/use-media-query";
import { complete } from "./completion";
import type { Selection } from "./extract-dialog";
import { PlainField } from "./plain-field";
import { toLf } from "./splice";
import type { TextBinding } from "./text-binding";

const ExtractDialog = lazyComponent(() => import("./extract-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The dialog`} {...failure} onDismiss={props.onClose} />
  ),
});

/**
 * From this length on a text opens in the large editor when clicked. Browsers lay out only the edited paragraph
 * of a plain field, so for shorter texts it is faster per key than the large editor (docs/performance.md).
 */
const longText = 100_000;

/** From this length on a plain field has a fixed height and scrolls. */
const tallText = 6_000;

/** Phones get the plain field only: their keyboards and selections do not work in Monaco. */
const plainFieldsOnly = "(pointer: coarse), (max-width: 40rem)";

interface TextFieldProps {
  id: string;
  label: string;
  text: TextBinding;
  readOnly?: boolean;
  placeholder?: string;
  /** The content below the text on the left: counts, hints. */
  foot?: ReactNode;
}

export function TextField({ id, label, text, readOnly = false, placeholder, foot }: TextFieldProps) {
  const size = useSyncExternalStore(text.subscribe, () => sizeOf(text.read()));
  // Undefined until it opened by itself or the user chose; closing it means the plain field.
  const [large, setLarge] = useState<boolean>();
  const caret = useRef<number | undefined>(undefined);
  const field = useRef<HTMLTextAreaElement>(null);

  const open = useCallback(() => {
    caret.current = field.current?.selectionStart ?? 0;
    setLarge(true);
  }, []);
  const close = useCallback(() => setLarge(false), []);
  const canGrow = !useMediaQuery(plainFieldsOnly);
  const [extracted, setExtracted] = useState<Selection | null>(null);
  const canExtract = text.template !== undefined && !readOnly && !large;
  const extract = useCallback(() => {
    if (!field.current) return;
    const { selectionStart: start, selectionEnd: end, value } = field.current;
    if (start === end) toast(t`Select the text first that becomes a variable.`);
    else setExtracted({ start, end, text: value.slice(start, end) });
  }, []);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the shortcut of the field inside.
    <div
      className="rounded-control border border-line-strong/60 bg-surface transition-colors focus-within:border-accent hover:border-line-strong"
      onKeyDown={(event) => {
        const isShortcut =
          (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === "l";
        if (!isShortcut || !canExtract) return;
        event.preventDefault();
        extract();
      }}
    >
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
          // The click sets the caret after the focus event: the next frame opens the large editor at that
          // position.
          onFocus={() =>
            size === "long" && large === undefined && canGrow && !readOnly && requestAnimationFrame(open)
          }
        />
      )}
      <div className="flex min-h-7 items-center justify-between gap-2 rounded-b-control border-t px-3 text-[0.8125rem] text-muted">
        <span className="min-w-0 truncate tabular-nums">{foot}</span>
        <span className="-mr-2 flex">
          {canExtract && <ExtractButton onExtract={extract} />}
          {/* A window made narrow retains the open editor and its close button. */}
          {(canGrow || large) && <SizeButton isLarge={large === true} onOpen={open} onClose={close} />}
        </span>
      </div>
      {extracted && text.template && (
        <ExtractDialog selection={extracted} template={text.template} onClose={() => setExtracted(null)} />
      )}
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
    // All positions refer to the text before, so the last range is applied first.
    for (const change of changes.toSorted((a, b) => b.start - a.start)) {
      text.splice(change);
    }
  };
  const { template } = text;
  const variables = useMemo(
    () =>
      template && {
        marks: template.marks,
        complete: (before: string, after: string) => {
          const braces = template.braces();
          return braces && complete(before, after, braces, template.names);
        },
      },
    [template],
  );
  return (
    <CodeEditor
      label={label}
      language="markdown"
      value={toLf(value)}
      readOnly={readOnly}
      variables={variables}
      caret={caret}
      onChange={typed}
      className="rounded-t-control"
    />
  );
}

const ExtractButton = memo(function ExtractButton({ onExtract }: { onExtract: () => void }) {
  return (
    <IconButton
      size="sm"
      label={t`Make a variable of the selection`}
      title={t`Make a variable of the selection (${commandKey}+Shift+L)`}
      aria-keyshortcuts="Control+Shift+L Meta+Shift+L"
      // The field keeps its selection and the focus.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onExtract}
    >
      <Braces aria-hidden="true" />
    </IconButton>
  );
});

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
      label={isLarge ? t`Close the large editor` : t`Open in the large editor`}
      aria-pressed={isLarge}
      onClick={isLarge ? onClose : onOpen}
    >
      {isLarge ? <Minimize2 aria-hidden="true" /> : <Maximize2 aria-hidden="true" />}
    </IconButton>
  );
});

/** The layout of the field for its text: a number of rows, a fixed height, or the large editor on focus. */
function sizeOf(stored: string): number | "tall" | "long" {
  const text = toLf(stored);
  if (text.length >= longText) return "long";
  return text.length >= tallText ? "tall" : Math.min(16, Math.max(3, lines(text)));
}

/** An estimate for browsers that cannot size the field by its content. */
function lines(text: string): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count < 16; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
