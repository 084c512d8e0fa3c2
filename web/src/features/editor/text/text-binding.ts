// Shows and edits a text without React: a key changes one text node, and searching the whole page for it would
// cost React more than all other work of a key.
import { useMemo } from "react";
import { type EditorDocument, type Mark, marks, writtenVariable } from "@/core";
import type { Splice } from "@/ui/splice";
import { useEditor } from "../context";
import { fromLf } from "./splice";

/** The kinds of items that have a text of their own. */
export type WithContent = "segment" | "section" | "module";

/** The text of one item of the open document. */
export interface TextBinding {
  /** The stored text; empty once the item is removed. */
  read: () => string;
  /** Calls a listener after every change that may concern the text. */
  subscribe: (listener: () => void) => () => void;
  /** Replaces a range of the text, in the positions of the field. */
  splice: (change: Splice) => void;
  /** Whether the change being reported to listeners is an undo or redo. */
  isRestoring: () => boolean;
  /** Ends the undo step: later typing is undone separately. */
  endStep: () => void;
  /** Joins the next edit to the current undo step even if it replaces typed text. */
  joinStep: () => void;
  /** The variables in the text; absent where texts have none. */
  template?: TextTemplate;
}

/** What a field knows of the variables in its text. Positions are those of the field. */
export interface TextTemplate {
  language: () => string;
  marks: (line: string) => Mark[];
  /** What stands before and after a name; null in a language without variables. */
  braces: () => [open: string, close: string] | null;
  /** The names of all variables of the prompt. */
  names: () => string[];
  /** The number of places in the prompt where a text stands outside of variables. */
  occurrences: (text: string) => number;
  /** Puts a variable in the place of a range; returns false where none can stand. */
  extract: (range: { start: number; end: number }, name: string, everywhere: boolean) => boolean;
}

/** Binds the text of an item of this kind. */
export function textBinding(document: EditorDocument, id: string, kind: WithContent): TextBinding {
  const read = () => document.item(id, kind)?.content ?? "";
  return {
    read,
    subscribe: (listener) => document.subscribeItem(id, listener),
    // Reads the current text: a field may report several changes before a component has rendered the first.
    splice: (change) => document.splice(id, "content", fromLf(read(), change)),
    isRestoring: document.isRestoring,
    endStep: () => document.endStep(),
    joinStep: () => document.joinStep(),
    template: {
      language: () => document.templateLanguage(),
      marks: (line) => marks(line, document.templateLanguage()),
      braces: () => bracesOf(writtenVariable("x", document.templateLanguage())),
      names: () => document.variables({}).map(({ name }) => name),
      occurrences: (text) => document.occurrences(text),
      extract: (range, name, everywhere) => {
        const { start, end } = fromLf(read(), { ...range, text: name });
        return document.extractVariable(id, start, end, name, everywhere);
      },
    },
  };
}

function bracesOf(written: string | undefined): [string, string] | null {
  const [open, close] = written?.split("x") ?? [];
  return open && close ? [open, close] : null;
}

export function useTextBinding(id: string, kind: WithContent): TextBinding {
  const { document } = useEditor();
  return useMemo(() => textBinding(document, id, kind), [document, id, kind]);
}
