// The editor's keys: save everywhere, undo and redo where no text field has its own.
import { useEffect } from "react";
import { toast } from "@/ui/toast";
import type { EditorSession } from "./state/session";

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
      if ((!isUndo && !isRedo) || readOnly || hasOwnUndo(event.target)) return;
      event.preventDefault();
      const done = isUndo ? session.document.undo() : session.document.redo();
      if (!done) toast(isUndo ? "Nothing to undo" : "Nothing to redo");
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [session, readOnly, onSave]);
}

const textInputs = new Set(["text", "search", "url", "email", "number", "date", "password"]);

function hasOwnUndo(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return textInputs.has(target.type);
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(".monaco-editor") !== null)
  );
}
