// A text that is shown and changed without React: a key changes one text node, and React would look for it along all of the
// page first, which costs more than everything else that the page does for a key.
import { useMemo } from "react";
import type { EditorDocument, Heard } from "@/core";
import type { Splice } from "@/ui/splice";
import { useEditor } from "../context";
import { toStored } from "./splice";

/** The kinds of items that have a text of their own. */
export type WithContent = "segment" | "section" | "module";

/** The text of one item of the document that is open. */
export interface LiveText {
  /** The text as it is stored; empty once the item is gone. */
  read: () => string;
  /** Calls a listener after every change that may concern the text. */
  subscribe: (listener: () => void) => () => void;
  /** The same for who only shows it: see `EditorDocument.subscribeItemFrame`. */
  subscribeFrame: (listener: () => void) => () => void;
  /** Replaces a range of the text as a field shows it now. */
  splice: (change: Splice, heard: Heard) => void;
  /** Whether what listeners hear of right now is an undo or redo. */
  isRestoring: () => boolean;
  /** What is typed next is undone apart from what was typed before. */
  endStep: () => void;
  /** What is typed next is undone with what was typed last even if it replaces that. */
  joinStep: () => void;
}

/** The text of an item of that kind. */
export function liveText(document: EditorDocument, id: string, kind: WithContent): LiveText {
  const read = () => document.item(id, kind)?.content ?? "";
  return {
    read,
    subscribe: (listener) => document.subscribeItem(id, listener),
    subscribeFrame: (listener) => document.subscribeItemFrame(id, listener),
    // The text as it is: a field tells of several changes before any component has heard of the first.
    splice: (change, heard) => document.splice(id, "content", toStored(read(), change), heard),
    isRestoring: document.isRestoring,
    endStep: () => document.endStep(),
    joinStep: () => document.joinStep(),
  };
}

export function useLiveText(id: string, kind: WithContent): LiveText {
  const { document } = useEditor();
  return useMemo(() => liveText(document, id, kind), [document, id, kind]);
}
