// Context of every part of the prompt editor: the document, and whether it may be changed.
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
  /** Typed configurations that are no valid JSON. */
  invalidJson: InvalidJsonDrafts;
  pendingInputs: PendingInputs;
  readOnly: boolean;
  /** Opens what improves a part with AI. */
  improve: (target: ImproveTarget) => void;
}

const EditorContext = createContext<EditorContextValue | null>(null);

export function EditorProvider({ children, ...value }: EditorContextValue & { children: ReactNode }) {
  return <EditorContext value={value}>{children}</EditorContext>;
}

export function useEditor(): EditorContextValue {
  const value = useContext(EditorContext);
  if (!value) throw new Error("This part belongs inside an EditorProvider.");
  return value;
}

/** For a field that is entered by a key or a button: saving and leaving enter its text as well. */
export function usePendingInput(enter: () => void): void {
  const { pendingInputs } = useEditor();
  const latest = useRef(enter);
  latest.current = enter;
  useEffect(() => pendingInputs.add(() => latest.current()), [pendingInputs]);
}

/** A snapshot of the document that stays the same object until what it shows changed. */
export function useSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribe, () => read(document));
}

/** The same for numbers about the text, which may be a quarter of a second behind the typing. */
export function useCountsSnapshot<T>(read: (document: EditorDocument) => T): T {
  const { document } = useEditor();
  return useSyncExternalStore(document.subscribeCounts, () => read(document));
}

/** The shown part of one item, or of null when it is gone; only changes that may concern the item are heard. */
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
