// The text of a configuration field. Invalid JSON stays in the field and in the draft, and the document retains
// the last valid configuration.
import { useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import { type JsonValue, parseConfig } from "@/core";
import { configText, type InvalidJsonDrafts } from "./state/invalid-json-drafts";

export function useJsonText(
  invalidJson: InvalidJsonDrafts,
  field: string,
  /** The current configuration in the document. */
  read: () => JsonValue | undefined,
  set: (value: JsonValue, text: string) => void,
) {
  const stored = configText(read());
  // The typed text, with the stored text it replaces: it is stale once undo or a merge changes that.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const invalid = useSyncExternalStore(invalidJson.subscribe, () => invalidJson.get(field));
  const type = (text: string) => {
    try {
      const next = parseConfig(text);
      set(next, text);
      setTyped({ text, over: configText(read()) });
      invalidJson.drop(field);
    } catch (error) {
      invalidJson.keep(field, { text, over: configText(read()), error: messageOf(error) });
    }
  };
  const text = invalid?.text ?? (typed?.over === stored ? typed.text : stored);
  return { text, error: invalid?.error, type };
}
