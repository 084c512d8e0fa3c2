// A text that is shown and changed without React: a key changes one text node, and React would look for it along all of the
// page first, which costs more than everything else that the page does for a key.
import { useMemo } from "react";
import type { EditorDocument, Heard } from "@/core";
import { useEditor } from "../context";
import type { Splice } from "./splice";

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
  splice: (change: Splice, heard: Heard) => void;
}

/** The text of an item of that kind. */
export function liveText(document: EditorDocument, id: string, kind: WithContent): LiveText {
  return {
    read: () => document.item(id, kind)?.content ?? "",
    subscribe: (listener) => document.subscribeItem(id, listener),
    subscribeFrame: (listener) => document.subscribeItemFrame(id, listener),
    splice: (change, heard) => document.splice(id, "content", change, heard),
  };
}

export function useLiveText(id: string, kind: WithContent): LiveText {
  const { document } = useEditor();
  return useMemo(() => liveText(document, id, kind), [document, id, kind]);
}
