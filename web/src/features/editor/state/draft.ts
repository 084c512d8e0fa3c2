// The unsaved text of one editor, as the browser stores it.
import type { Prompt } from "@/core";
import type { InvalidJson } from "./invalid-json-drafts";
import { versionOf } from "./remote";

export type RecordKind = "prompt" | "component";

export interface Draft<T = unknown> {
  id: string;
  /** The editor that writes it; null once that editor closed. */
  editor: string | null;
  user_id: string;
  /** The workspace in which it was begun; absent for the personal one. */
  workspace_id?: string;
  kind: RecordKind;
  /** The prompt or component it belongs to; '' for one that was never saved. */
  record_id: string;
  text: T;
  /** The record on the server when the editor last synchronized: the base of a later merge. */
  base: T;
  base_version: string;
  /** The record of a save that has no response yet. */
  unanswered?: T;
  /** Typed configurations that are not valid JSON, by field. */
  invalid_json?: Record<string, InvalidJson>;
  /** In milliseconds since 1970. */
  written_at: number;
}

/** The draft of an open editor. */
export type OwnDraft = Draft & { editor: string };

/** A draft of database version 1: always of a prompt, at first without `editor`, which was the draft's id. */
interface PromptDraft
  extends Pick<Draft<Prompt>, "id" | "user_id" | "text" | "base" | "unanswered" | "written_at"> {
  editor?: string | null;
  prompt_id: string;
  unread?: Record<string, InvalidJson>;
}

/** Converts a draft of database version 1; others are returned unchanged. */
export function upgradeDraft(stored: Draft | PromptDraft): Draft {
  if ("record_id" in stored) return stored;
  const { prompt_id, unread, ...draft } = stored;
  return {
    ...draft,
    editor: draft.editor === undefined ? draft.id : draft.editor,
    kind: "prompt",
    record_id: prompt_id,
    base_version: versionOf(draft.base),
    ...(unread && { invalid_json: unread }),
  };
}
