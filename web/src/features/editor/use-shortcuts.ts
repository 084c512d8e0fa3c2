// The editor's shortcuts: save everywhere, undo and redo except in fields outside the record.
import { t } from "@lingui/core/macro";
import { useEffect } from "react";
import { toast } from "@/ui/toast";
import type { EditorSession } from "./state/editor-session";

export function useShortcuts(session: EditorSession, readOnly: boolean, onSave: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === "s" && !event.shiftKey) {
        event.preventDefault();
        if (!readOnly) onSave();
        return;
      }
      const isRedo = (key === "z" && event.shiftKey) || (key === "y" && !event.shiftKey);
      const isUndo = key === "z" && !event.shiftKey;
      // During composition the keys belong to the input method.
      if ((!isUndo && !isRedo) || readOnly || event.isComposing || hasOwnUndo(event.target)) return;
      event.preventDefault();
      takeBack(isUndo);
    };
    // Undo and redo from the browser's own menus.
    const onBeforeInput = (event: InputEvent) => {
      const isUndo = event.inputType === "historyUndo";
      if ((!isUndo && event.inputType !== "historyRedo") || hasOwnUndo(event.target)) return;
      event.preventDefault();
      takeBack(isUndo);
    };
    const takeBack = (isUndo: boolean) => {
      const done = isUndo ? session.document.undo() : session.document.redo();
      if (!done) toast(isUndo ? t`Nothing to undo` : t`Nothing to redo`);
    };
    window.addEventListener("keydown", onKeyDown);
    window.addEventListener("beforeinput", onBeforeInput);
    return () => {
      window.removeEventListener("keydown", onKeyDown);
      window.removeEventListener("beforeinput", onBeforeInput);
    };
  }, [session, readOnly, onSave]);
}

const textInputs = new Set(["text", "search", "url", "email", "number", "date", "password"]);

/**
 * Marks the controls of a record, whose text also changes by undo, a merge or another version. The browser's own
 * undo ignores such changes and would edit the wrong positions.
 */
export const ofTheRecord = { "data-undo": "prompt" };

function hasOwnUndo(target: EventTarget | null): boolean {
  if (target instanceof HTMLElement && target.dataset.undo === "prompt") return false;
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return textInputs.has(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(".monaco-editor") !== null)
  );
}
