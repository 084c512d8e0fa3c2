// Colours and completes the variables of a text in Monaco.
import type { editor as editors, IDisposable } from "monaco-editor/editor";
import type { monaco as Monaco } from "./monaco";

/** What the editor asks about the variables of its text. */
export interface VariableSupport {
  /** The variables, includes and tags of a line, in UTF-16 positions. */
  marks: (line: string) => readonly { start: number; end: number; kind: string }[];
  /** The texts that may take the place of the `typed` units before the caret. */
  complete: (
    before: string,
    after: string,
  ) => { typed: number; choices: readonly { name: string; text: string }[] } | null;
}

/** Adds both to an editor until the returned object is disposed of. */
export function supportVariables(
  monaco: typeof Monaco,
  editor: editors.IStandaloneCodeEditor,
  variables: () => VariableSupport | undefined,
): IDisposable {
  const shown = editor.createDecorationsCollection();
  let frame = 0;
  // Only visible lines have marks: a text in this editor may be megabytes long.
  const paint = () => {
    frame = 0;
    const model = editor.getModel();
    const support = variables();
    if (!model || !support) return;
    const marks = [];
    for (const { startLineNumber, endLineNumber } of editor.getVisibleRanges()) {
      for (let line = startLineNumber; line <= endLineNumber; line += 1) {
        for (const { start, end, kind } of support.marks(model.getLineContent(line))) {
          const range = new monaco.Range(line, start + 1, line, end + 1);
          marks.push({ range, options: { inlineClassName: `template-${kind}` } });
        }
      }
    }
    shown.set(marks);
  };
  const repaint = () => {
    frame ||= requestAnimationFrame(paint);
  };
  repaint();
  const listening = [
    editor.onDidChangeModelContent(repaint),
    editor.onDidScrollChange(repaint),
    editor.onDidLayoutChange(repaint),
    monaco.languages.registerCompletionItemProvider("markdown", {
      triggerCharacters: ["{"],
      provideCompletionItems(model, { lineNumber, column }) {
        if (model !== editor.getModel()) return { suggestions: [] };
        const line = model.getLineContent(lineNumber);
        const found = variables()?.complete(line.slice(0, column - 1), line.slice(column - 1));
        const { typed = 0, choices = [] } = found ?? {};
        const range = new monaco.Range(lineNumber, column - typed, lineNumber, column);
        const kind = monaco.languages.CompletionItemKind.Variable;
        return {
          suggestions: choices.map(({ name, text }) => ({ label: name, insertText: text, kind, range })),
        };
      },
    }),
  ];
  return {
    dispose() {
      cancelAnimationFrame(frame);
      for (const one of listening) one.dispose();
    },
  };
}
