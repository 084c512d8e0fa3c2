// What is typed into a component and not on the server yet, kept in the browser: a record for each editor that is open. Whoever
// opens the component takes over what an editor left that no longer lives.
import type { Component } from "@/api/generated/types.gen";
import { localKeys, readLocal, writeLocal } from "@/lib/storage";
import { activeEditors } from "@/lib/tab-presence";

export interface LeftDraft {
  /** The version that was typed on; older programs did not note it. */
  base_version?: string;
  /** Whether the component was public then; older programs did not note it. */
  was_public?: boolean;
  /** The server's draft that was gone on with, or null where it had none that this editor knew of. */
  follows?: string | null;
  fields: Component;
  /** What was sent to be saved and not answered. */
  unanswered?: Component;
  /** Typed JSON that is not valid. */
  unread?: string | null;
  /** When it was typed, in milliseconds. */
  written_at?: number;
}

const recordsOf = (userId: string, componentId: string) =>
  `promptcase.component-draft.${userId}.${componentId}`;
// Older programs had one record a component, and what is not valid beside it.
const unreadOf = (records: string) => `${records}.unread`;
// A draft on the server does not say who saw the component when it was begun.
const seenOf = (userId: string, componentId: string) => `promptcase.component-seen.${userId}.${componentId}`;
const lastEditorOf = (componentId: string) => `promptcase.component-editor.${componentId}`;

/** The record of one editor. */
export class LeftRecord {
  readonly #componentId: string;
  readonly #editor: string;
  readonly #key: string;
  readonly #seen: string;
  #follows: string | null = null;

  constructor(userId: string, componentId: string, editor: string) {
    this.#componentId = componentId;
    this.#editor = editor;
    this.#key = `${recordsOf(userId, componentId)}.${editor}`;
    this.#seen = seenOf(userId, componentId);
  }

  /** Notes which of the server's drafts has what is typed: a tab that is loaded anew goes on with it, and whoever finds it. */
  follow(draft: string | null, was_public: boolean | undefined) {
    if (draft !== null) writeLocal(this.#seen, JSON.stringify({ draft, was_public }));
    else if (seen(this.#seen)?.draft === this.#follows) writeLocal(this.#seen, null);
    this.#follows = draft;
    rememberEditor(this.#componentId, { editor: this.#editor, follows: draft });
  }

  /** Keeps what is typed, or with null nothing. */
  write(
    draft: (Omit<Required<LeftDraft>, "written_at" | "unanswered"> & Pick<LeftDraft, "unanswered">) | null,
  ) {
    const kept: LeftDraft | null = draft && { ...draft, written_at: Date.now() };
    writeLocal(this.#key, kept && JSON.stringify(kept));
  }
}

/**
 * Takes over what was left of a component: of this tab if it left something, else what was typed last. A tab whose own text is the
 * server's draft, which has the name `kept`, leaves it to others.
 */
export async function takeLeftDraft(
  userId: string,
  componentId: string,
  editor: string,
  kept: string | null,
): Promise<LeftDraft | null> {
  const records = recordsOf(userId, componentId);
  const found = await findLeft(records);
  const last = lastEditor(componentId);
  const own = found.find((left) => last !== null && left.editor === last.editor);
  const isKept = kept !== null && last?.follows === kept;
  rememberEditor(componentId, { editor, follows: isKept ? kept : null });
  const taken = own ?? (isKept ? undefined : found[0]);
  if (!taken) return null;
  // Kept under the new name before the old one is gone.
  writeLocal(`${records}.${editor}`, JSON.stringify(taken.draft));
  forget(records, taken.editor);
  return taken.draft;
}

/** Whether a component was public when the server's draft was begun; undefined where that was in another browser. */
export function wasPublicBefore(userId: string, componentId: string, draft: string): boolean | undefined {
  const noted = seen(seenOf(userId, componentId));
  return noted?.draft === draft && typeof noted.was_public === "boolean" ? noted.was_public : undefined;
}

function seen(key: string): Record<string, unknown> | null {
  const noted = parse(readLocal(key));
  return isObject(noted) ? noted : null;
}

/** Looks at what was left of a component without taking it, as when there is no such component any more. */
export async function findLeftDraft(userId: string, componentId: string): Promise<LeftDraft | null> {
  return (await findLeft(recordsOf(userId, componentId)))[0]?.draft ?? null;
}

/** Forgets what dead editors left of a component that is safe elsewhere, and nothing that says anything else. */
export async function forgetLeftDraft(userId: string, componentId: string, fields: Component): Promise<void> {
  const records = recordsOf(userId, componentId);
  const safe = JSON.stringify(fields);
  for (const { editor, draft } of await findLeft(records)) {
    if (JSON.stringify(draft.fields) === safe) forget(records, editor);
  }
}

interface Left {
  /** Who wrote it; null for an older program. */
  editor: string | null;
  draft: LeftDraft;
}

/** What dead editors left, the newest first. */
async function findLeft(records: string): Promise<Left[]> {
  const keys = localKeys((key) => key.startsWith(`${records}.`) && key !== unreadOf(records));
  const editors = keys.map((key) => key.slice(records.length + 1));
  const alive = await activeEditors(editors);
  const left: Left[] = editors
    .filter((editor) => !alive.has(editor))
    .flatMap((editor) => {
      const draft = readLeftDraft(readLocal(`${records}.${editor}`));
      return draft ? [{ editor, draft }] : [];
    });
  const old = readLeftDraft(readLocal(records));
  if (old) left.push({ editor: null, draft: { ...old, unread: readLocal(unreadOf(records)) } });
  return left.sort((a, b) => (b.draft.written_at ?? 0) - (a.draft.written_at ?? 0));
}

function forget(records: string, editor: string | null): void {
  writeLocal(editor === null ? records : `${records}.${editor}`, null);
  if (editor === null) writeLocal(unreadOf(records), null);
}

/** The editor that this tab had last, and the server's draft that it went on with. */
interface LastEditor {
  editor: string;
  follows: string | null;
}

function lastEditor(componentId: string): LastEditor | null {
  try {
    const last = parse(sessionStorage.getItem(lastEditorOf(componentId)));
    return isObject(last) ? (last as unknown as LastEditor) : null;
  } catch {
    return null;
  }
}

function rememberEditor(componentId: string, last: LastEditor): void {
  try {
    sessionStorage.setItem(lastEditorOf(componentId), JSON.stringify(last));
  } catch {
    // Then what was typed last is taken.
  }
}

/** Reads what this program kept, or an older one, which kept the bare component. */
export function readLeftDraft(text: string | null): LeftDraft | null {
  const left = parse(text);
  if (!isObject(left)) return null;
  if (isComponent(left)) return { fields: left };
  if (!isComponent(left.fields) || typeof left.base_version !== "string") return null;
  return {
    base_version: left.base_version,
    ...(typeof left.was_public === "boolean" && { was_public: left.was_public }),
    follows: typeof left.follows === "string" ? left.follows : null,
    fields: left.fields,
    ...(isComponent(left.unanswered) && { unanswered: left.unanswered }),
    unread: typeof left.unread === "string" ? left.unread : null,
    written_at: typeof left.written_at === "number" ? left.written_at : 0,
  };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

function isComponent(value: unknown): value is Component {
  if (!isObject(value)) return false;
  return typeof value.title === "string" && Array.isArray(value.tags) && isObject(value.content);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
