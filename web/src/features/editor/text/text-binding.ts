// A text that is shown and changed without React: a key changes one text node, and React would look for it along all of the
// page first, which costs more than everything else that the page does for a key.
import { useMemo } from "react";
import type { EditorDocument } from "@/core";
import type { Splice } from "@/ui/splice";
import { useEditor } from "../context";
import { fromLf } from "./splice";

/** The kinds of items that have a text of their own. */
export type WithContent = "segment" | "section" | "module";

/** The text of one item of the document that is open. */
export interface TextBinding {
  /** The text as it is stored; empty once the item is gone. */
  read: () => string;
  /** Calls a listener after every change that may concern the text. */
  subscribe: (listener: () => void) => () => void;
  /** Replaces a range of the text as a field shows it now. */
  splice: (change: Splice) => void;
  /** Whether what listeners hear of right now is an undo or redo. */
  isRestoring: () => boolean;
  /** What is typed next is undone apart from what was typed before. */
  endStep: () => void;
  /** What is typed next is undone with what was typed last even if it replaces that. */
  joinStep: () => void;
}

/** The text of an item of that kind. */
export function textBinding(document: EditorDocument, id: string, kind: WithContent): TextBinding {
  const read = () => document.item(id, kind)?.content ?? "";
  return {
    read,
    subscribe: (listener) => document.subscribeItem(id, listener),
    // The text as it is: a field tells of several changes before any component has heard of the first.
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
