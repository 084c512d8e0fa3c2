// A long text in Monaco: line numbers, find and replace, folding, multiple carets. Lazy-loaded.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { importModule, type ModuleNotLoaded } from "@/lib/dynamic-import";
import { cn } from "../cn";
import { MissingPart } from "../lazy-component";
import { Spinner } from "../spinner";
import { spliceBetween } from "../splice";
import { supportVariables, type VariableSupport } from "./variables";

/** A replaced range of the text before the change, in UTF-16 positions. */
export interface TextChange {
  start: number;
  end: number;
  text: string;
}

interface CodeEditorProps {
  label: string;
  /** The text, with `\n` as its only line ending. */
  value: string;
  language: "markdown" | "json" | "yaml" | "xml";
  /**
   * Reports typed changes. Several characters entered at once are reported one after the other, before the
   * owner's `value` can catch up; `read` returns the whole current text.
   */
  onChange?: (changes: TextChange[], read: () => string) => void;
  readOnly?: boolean;
  /** The JSON Schema by which a JSON text is completed and checked. */
  schema?: object | undefined;
  /** The variables of the text, if it has any. */
  variables?: VariableSupport | undefined;
  /** The caret's position once the editor has loaded; the editor then takes the focus. */
  caret?: number | undefined;
  className?: string;
}

type Editor = ReturnType<typeof import("./monaco")["monaco"]["editor"]["create"]>;

export function CodeEditor(props: CodeEditorProps) {
  const { label, value, language, readOnly = false, caret, className } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const [state, setState] = useState<"loading" | "ready" | ModuleNotLoaded>("loading");
  const [attempt, setAttempt] = useState(0);
  // The editor outlives renders, so its handlers read the latest props.
  const latest = useRef(props);
  latest.current = props;
  const startCaret = useRef(caret);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt fetches it again.
  useEffect(() => {
    let gone = false;
    let dispose = () => {};
    importModule(() => import("./monaco")).then(
      ({ monaco, followTheme, supportSchema }) => {
        if (gone || !host.current) return;
        followTheme();
        const model = monaco.editor.createModel(latest.current.value, language);
        model.setEOL(monaco.editor.EndOfLineSequence.LF);
        const created = monaco.editor.create(host.current, {
          model,
          readOnly: latest.current.readOnly ?? false,
          ariaLabel: latest.current.label,
          automaticLayout: true,
          // Tab leaves the editor, as in every other field.
          tabFocusMode: true,
          wordWrap: "on",
          minimap: { enabled: false },
          lineNumbersMinChars: 3,
          fontFamily: getComputedStyle(host.current).fontFamily,
          fontSize: 14,
          lineHeight: 22,
          padding: { top: 8, bottom: 8 },
          scrollBeyondLastLine: false,
          renderLineHighlight: "line",
          overviewRulerLanes: 0,
          // The page must keep scrolling while the pointer is over a text that does not scroll.
          scrollbar: { alwaysConsumeMouseWheel: false },
          unusualLineTerminators: "off",
          unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true },
          // Prose is not completed; JSON with a schema is.
          quickSuggestions: latest.current.schema ? { other: true, strings: true } : false,
          wordBasedSuggestions: "off",
          occurrencesHighlight: "off",
          // Prose has no brackets to match and no syntax colours, and each of these features reads the whole text
          // on every key.
          bracketPairColorization: { enabled: false },
          matchBrackets: "never",
          selectionHighlight: false,
          colorDecorators: false,
          links: false,
          stickyScroll: { enabled: false },
        });
        const listening = model.onDidChangeContent((event) => {
          if (applying.current) return;
          // Monaco lists changes from the end of the text to its start, all in positions of the text before.
          const changes = event.changes.map(({ rangeOffset, rangeLength, text }) => ({
            start: rangeOffset,
            end: rangeOffset + rangeLength,
            text: text.replaceAll("\r\n", "\n"),
          }));
          // Characters that cannot be stored come back replaced.
          typed.current = !changes.some(({ text }) => /[\0\p{Surrogate}]/u.test(text));
          latest.current.onChange?.(changes, () => model.getValue());
        });
        const variables =
          latest.current.variables && supportVariables(monaco, created, () => latest.current.variables);
        const { schema } = latest.current;
        const forgetSchema = schema && supportSchema(model.uri.toString(), schema);
        const themes = new MutationObserver(followTheme);
        themes.observe(document.documentElement, { attributeFilter: ["class"] });
        if (startCaret.current !== undefined) {
          created.setPosition(model.getPositionAt(startCaret.current));
          created.revealPositionInCenterIfOutsideViewport(model.getPositionAt(startCaret.current));
          created.focus();
        }
        editor.current = created;
        setState("ready");
        dispose = () => {
          themes.disconnect();
          listening.dispose();
          variables?.dispose();
          forgetSchema?.();
          created.dispose();
          model.dispose();
          editor.current = null;
        };
      },
      (error: ModuleNotLoaded) => {
        if (!gone) setState(error);
      },
    );
    return () => {
      gone = true;
      dispose();
    };
  }, [language, attempt]);

  // The label contains the item's position, which changes; the editor, its caret and its undo history stay.
  useEffect(() => editor.current?.updateOptions({ ariaLabel: label, readOnly }), [label, readOnly]);

  // Applies a change that was not typed here: undo, a merge, another field.
  const applying = useRef(false);
  const typed = useRef(false);
  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    // Text typed here comes back as the new value. Skipping it spares comparing a long text with itself on every
    // key.
    const isEcho = typed.current && model.getValueLength() === value.length;
    typed.current = false;
    const change = isEcho ? null : spliceBetween(model.getValue(), value);
    if (!change) return;
    // Only the changed range is replaced, which preserves the caret. It is an undo step of its own, separate from
    // typing.
    const from = model.getPositionAt(change.start);
    const to = model.getPositionAt(change.end);
    const range = {
      startLineNumber: from.lineNumber,
      startColumn: from.column,
      endLineNumber: to.lineNumber,
      endColumn: to.column,
    };
    applying.current = true;
    model.pushStackElement();
    model.pushEditOperations([], [{ range, text: change.text }], () => null);
    model.pushStackElement();
    applying.current = false;
  }, [value]);

  return (
    <div className={cn("relative h-112 overflow-hidden font-mono", className)}>
      <div ref={host} className="absolute inset-0" />
      {state === "loading" && (
        <p
          className="absolute inset-0 flex items-center justify-center gap-2 font-sans text-muted"
          role="status"
        >
          <Spinner className="size-4" /> <Trans>Opening the editor…</Trans>
        </p>
      )}
      {typeof state === "object" && (
        <div className="absolute inset-0 p-4 font-sans">
          <MissingPart
            what={t`The large editor`}
            error={state}
            retry={() => {
              setState("loading");
              setAttempt(attempt + 1);
            }}
          />
        </div>
      )}
    </div>
  );
}
