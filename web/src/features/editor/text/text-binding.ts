// Shows and edits a text without React: a key changes one text node, and searching the whole page for it would
// cost React more than all other work of a key.
import { useMemo } from "react";
import type { EditorDocument } from "@/core";
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
  };
}

export function useTextBinding(id: string, kind: WithContent): TextBinding {
  const { document } = useEditor();
  return useMemo(() => textBinding(document, id, kind), [document, id, kind]);
}
