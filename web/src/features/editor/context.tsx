// The context of all parts of the prompt editor: the document, and whether it is read-only.
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import type { EditorDocument, ItemKind, ItemView } from "@/core";
import type { ImproveTarget } from "./panels";
import type { InvalidJsonDrafts } from "./state/invalid-json-drafts";
import type { PendingInputs } from "./state/pending-inputs";

interface EditorContextValue {
  document: EditorDocument;
  /** Typed configurations that are not valid JSON. */
  invalidJson: InvalidJsonDrafts;
  pendingInputs: PendingInputs;
  readOnly: boolean;
  /** Opens the AI improvement of a part. */
  improve: (target: ImproveTarget) => void;
}

const EditorContext = createContext<EditorContextValue | null>(null);

export function EditorProvider({ children, ...value }: EditorContextValue & { children: ReactNode }) {
  return <EditorContext value={value}>{children}</EditorContext>;
}

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("This component must be inside an EditorProvider.");
  return value;
}

/** For an input that a key or a button commits: saving and leaving commit its text as well. */
export function usePendingInput(enter: () => void): void {
  const { pendingInputs } = useEditor();
  const latest = useRef(enter);
  latest.current = enter;
  useEffect(() => pendingInputs.add(() => latest.current()), [pendingInputs]);
}

/** A snapshot of the document whose identity changes only with its content. */
export function useSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribe, () => read(document));
}

/** The same for counts of the text, which may lag a quarter of a second behind typing. */
export function useCountsSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribeCounts, () => read(document));
}

/** The selected part of one item, or of null if it was removed. Subscribes to changes of that item only. */
export function useItem<Kind extends ItemKind, T>(
  id: string,
  kind: Kind,
  read: (item: Extract<ItemView, { kind: Kind }> | null) => T,
): T {
  const { document } = useEditor();
  const subscribe = useCallback(
    (listener: () => void) => document.subscribeItem(id, listener),
    [document, id],
  );
  return useSyncExternalStore(subscribe, () => read(document.item(id, kind)));
}
