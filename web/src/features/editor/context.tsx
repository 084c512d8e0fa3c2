// What every part of the editor needs: the document it shows, and whether it may change it.
import { createContext, type ReactNode, useContext, useSyncExternalStore } from "react";
import type { EditorDocument } from "@/core";
import type { ImproveTarget } from "./panels";
import type { UnreadTexts } from "./state/unread-texts";

interface EditorContextValue {
  document: EditorDocument;
  /** What is typed and is no valid JSON. */
  unread: UnreadTexts;
  readOnly: boolean;
  /** Opens what improves a part with AI. */
  improve: (target: ImproveTarget) => void;
}

const EditorContext = createContext<EditorContextValue | null>(null);

export function EditorProvider({
  document,
  unread,
  readOnly,
  improve,
  children,
}: EditorContextValue & { children: ReactNode }) {
  return <EditorContext value={{ document, unread, readOnly, improve }}>{children}</EditorContext>;
}

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("This part belongs inside an EditorProvider.");
  return value;
}

/** A snapshot of the document that stays the same object until what it shows changed. */
export function useSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribe, () => read(document));
}

/**
 * The same for what only shows the document and is no field of it: what is typed into the large editor, which draws itself
 * with the next frame, is read with that frame. Between a key and its frame the browser asks where the caret is; it would
 * lay out the preview for that, and once more after the editor.
 */
export function useFrameSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribeFrame, () => read(document));
}

/** The same for numbers about the text, which may be a quarter of a second behind while somebody types. */
export function useCountsSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribeCounts, () => read(document));
}
