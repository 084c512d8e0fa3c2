// What is typed and not yet saved, kept in the browser's own database: a crash or a dead network loses at most a quarter of a
// second, a closed tab nothing (last-words.ts). One record an editor that is open. Whoever finds one whose editor no longer lives takes it over,
// which one alone can; an editor that was wrongly taken for dead then goes on in a record of its own.
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import { newId, newPrompt, type Prompt } from "@/core";
import { activeEditors } from "@/lib/tab-presence";
import type { InvalidJson } from "./invalid-json-drafts";
import { deleteUnloadBackupsOf, takeUnloadBackups, writeUnloadBackup } from "./unload-backup";

export interface Draft {
  id: string;
  /** The editor that writes it, null where that one closed. Programs before did not say so: there it has the draft's name. */
  editor?: string | null;
  user_id: string;
  /** The prompt it belongs to; '' for one that was never saved. */
  prompt_id: string;
  /** The prompt as typed. */
  text: Prompt;
  /** The prompt as the server had it when the editor last agreed with it: the base of a later merge. */
  base: Prompt;
  /** What was sent to the server and not answered yet. */
  unanswered?: Prompt;
  /** Whether the save of it keeps the text that it replaces as a version. */
  keep_replaced?: boolean;
  /** Typed configurations that are no valid JSON, by module. */
  unread?: Record<string, InvalidJson>;
  /** When it was typed, in milliseconds. */
  written_at: number;
}

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { owner: [string, string] } };
}

let database: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("promptcase", 1, {
    upgrade(db) {
      db.createObjectStore("drafts", { keyPath: "id" }).createIndex("owner", ["user_id", "prompt_id"]);
    },
    // Another version of the program wants to change the database: let it, and open again when needed.
    blocking() {
      void database?.then((db) => db.close());
      database = null;
    },
    terminated() {
      database = null;
    },
  });
  // A private window may refuse; the next call tries again and the editor tells that drafts are not kept.
  database.catch(() => {
    database = null;
  });
  return database;
}

/**
 * Writes what an editor has, and gives the name it is kept under. Where somebody took the draft over, that stays theirs, and
 * this one gets the editor's name.
 */
export async function writeDraft(draft: Draft, editor: string): Promise<string> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const there = await transaction.store.get(draft.id);
  const id = there && there.editor !== editor ? editor : draft.id;
  await transaction.store.put({ ...draft, id });
  await transaction.done;
  return id;
}

/** Removes what an editor wrote, and nothing of anybody else. */
export function deleteDraft(id: string, editor: string): Promise<void> {
  return onOwn(id, editor, (store, { id }) => store.delete(id));
}

/** An editor closes: whoever comes next finds its draft and need not ask whether it lives. */
export function leaveDraft(id: string, editor: string): Promise<void> {
  return onOwn(id, editor, (store, draft) => store.put({ ...draft, editor: null }));
}

async function onOwn(
  id: string,
  editor: string,
  act: (store: IDBPObjectStore<Schema, ["drafts"], "drafts", "readwrite">, draft: Draft) => Promise<unknown>,
): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  for (const key of [id, editor]) {
    const there = await transaction.store.get(key);
    if (there?.editor === editor) await act(transaction.store, there);
  }
  await transaction.done;
}

/** Forgets a draft that was found, unless an editor took it over since. Gives what it was, or null where nothing was forgotten. */
export async function discardDraft(found: Draft): Promise<Draft | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const there = await transaction.store.get(found.id);
  const discarded = there && editorOf(there) === editorOf(found) ? there : null;
  if (discarded) await transaction.store.delete(discarded.id);
  await transaction.done;
  return discarded;
}

/** Undoes that. An editor that lived after all may write under the name by now: then it comes back beside that. */
export async function bringBackDraft(discarded: Draft): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const isTaken = await transaction.store.get(discarded.id);
  await transaction.store.put({ ...discarded, ...(isTaken && { id: newId() }), editor: null });
  await transaction.done;
}

/** Makes a draft that was found this editor's: as it is now, or null where another editor was faster. */
export async function takeOver(found: Draft, editor: string): Promise<Draft | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const there = await transaction.store.get(found.id);
  const taken = there && editorOf(there) === editorOf(found) ? { ...there, editor } : null;
  if (taken) await transaction.store.put(taken);
  await transaction.done;
  return taken;
}

/** Forgets every draft of a user, as when the account is gone. */
export async function deleteDraftsOf(userId: string): Promise<void> {
  deleteUnloadBackupsOf(userId);
  const transaction = (await open()).transaction("drafts", "readwrite");
  const keys = await transaction.store.index("owner").getAllKeys(IDBKeyRange.bound([userId], [userId, []]));
  await Promise.all(keys.map((key) => transaction.store.delete(key)));
  await transaction.done;
}

/** The draft of that name, if it is this user's, was never saved, and its editor no longer lives. */
export async function findNewDraft(userId: string, id: string): Promise<Draft | null> {
  await restoreUnloadBackups();
  const draft = await (await open()).get("drafts", id);
  const isTheirs = draft?.user_id === userId && draft.prompt_id === "";
  return isTheirs ? ((await abandoned([draft]))[0] ?? null) : null;
}

/** All drafts of prompts that were never saved and whose editors no longer live, the newest first. */
export function findNewDrafts(userId: string): Promise<Draft[]> {
  return findAbandoned(userId, "");
}

/** The newest draft of a prompt whose editor no longer lives, if there is one. */
export async function findAbandonedDraft(userId: string, promptId: string): Promise<Draft | null> {
  return (await findAbandoned(userId, promptId))[0] ?? null;
}

/** A prompt is gone: what was left of it becomes a prompt that was never saved, which is offered wherever those are. */
export async function setAside(userId: string, promptId: string): Promise<void> {
  const left = await findAbandoned(userId, promptId);
  const transaction = (await open()).transaction("drafts", "readwrite");
  for (const found of left) {
    const there = await transaction.store.get(found.id);
    if (!there || editorOf(there) !== editorOf(found)) continue;
    const { unanswered: _, ...kept } = there;
    const base = newPrompt(there.text.prompt_type);
    await transaction.store.put({ ...kept, id: newId(), editor: null, prompt_id: "", base });
    await transaction.store.delete(there.id);
  }
  await transaction.done;
}

async function findAbandoned(userId: string, promptId: string): Promise<Draft[]> {
  await restoreUnloadBackups();
  const drafts = await (await open()).getAllFromIndex("drafts", "owner", [userId, promptId]);
  return (await abandoned(drafts)).sort((a, b) => b.written_at - a.written_at);
}

/** Writes what editors could only say when their page was left. */
async function restoreUnloadBackups(): Promise<void> {
  for (const said of takeUnloadBackups()) {
    try {
      const there = await (await open()).get("drafts", said.id);
      const isWritten = there?.editor === said.editor && there.written_at >= said.written_at;
      if (!isWritten) await writeDraft(said, said.editor);
    } catch (error) {
      writeUnloadBackup(said);
      throw error;
    }
  }
}

async function abandoned(drafts: Draft[]): Promise<Draft[]> {
  const alive = await activeEditors(drafts.flatMap((draft) => editorOf(draft) ?? []));
  return drafts.filter((draft) => {
    const editor = editorOf(draft);
    return editor === null || !alive.has(editor);
  });
}

function editorOf({ id, editor }: Draft): string | null {
  return editor === undefined ? id : editor;
}
