// Unsaved text in IndexedDB: a crash or a lost connection costs at most a quarter of a second of typing, a closed
// tab nothing (unload-backup.ts). Every open editor has one draft. The next editor takes over the draft of an
// inactive one; the write transaction admits only one, and an editor that was active after all continues in a new
// draft.

import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
import { shownWorkspace } from "@/api/workspace";
import { newId, newPrompt, type Prompt } from "@/core";
import { activeEditors } from "@/lib/tab-presence";
import { type Draft, type RecordKind, upgradeDraft } from "./draft";
import { deleteUnloadBackupsOf, takeUnloadBackups, writeUnloadBackup } from "./unload-backup";

interface Schema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { record: [string, string, string] } };
}

const DATABASE_VERSION = 2;

let database: Promise<IDBPDatabase<Schema>> | null = null;

function open(): Promise<IDBPDatabase<Schema>> {
  database ??= openDB<Schema>("promptcase", DATABASE_VERSION, {
    async upgrade(db, from, _, transaction) {
      const isNew = from < 1;
      const store = isNew
        ? db.createObjectStore("drafts", { keyPath: "id" })
        : transaction.objectStore("drafts");
      store.createIndex("record", ["user_id", "kind", "record_id"]);
      if (isNew) return;
      // The schema has no index of version 1 any more.
      (store as unknown as IDBObjectStore).deleteIndex("owner");
      for (let at = await store.openCursor(); at; at = await at.continue())
        await at.update(upgradeDraft(at.value));
    },
    // Another version of the app wants to upgrade the database: close it, and reopen it when needed.
    blocking() {
      void database?.then((db) => db.close());
      database = null;
    },
    terminated() {
      database = null;
    },
  });
  // A private window may refuse. The next call retries, and the editor says that drafts are not stored.
  database.catch(() => {
    database = null;
  });
  return database;
}

/**
 * Writes the draft of an editor and returns the id it is stored under: a new one if another editor took the draft
 * over.
 */
export async function writeDraft(draft: Draft, editor: string): Promise<string> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const stored = await transaction.store.get(draft.id);
  const id = stored && stored.editor !== editor ? editor : draft.id;
  await transaction.store.put({ ...draft, id });
  await transaction.done;
  return id;
}

/** Deletes the draft if it belongs to this editor. */
export function deleteDraft(id: string, editor: string): Promise<void> {
  return onOwn(id, editor, (store, { id }) => store.delete(id));
}

/** Releases the draft of a closing editor: the next one takes it over without a presence check. */
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
    const stored = await transaction.store.get(key);
    if (stored?.editor === editor) await act(transaction.store, stored);
  }
  await transaction.done;
}

/**
 * Deletes a draft found before, unless an editor took it over since. Returns the draft, or null if none was
 * deleted.
 */
export async function discardDraft(found: Draft): Promise<Draft | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const stored = await transaction.store.get(found.id);
  const discarded = stored?.editor === found.editor ? stored : null;
  if (discarded) await transaction.store.delete(discarded.id);
  await transaction.done;
  return discarded;
}

/**
 * Undoes `discardDraft`. The draft gets a new id if an editor that was active after all writes under the old one.
 */
export async function bringBackDraft(discarded: Draft): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const isTaken = await transaction.store.get(discarded.id);
  await transaction.store.put({ ...discarded, ...(isTaken && { id: newId() }), editor: null });
  await transaction.done;
}

/** Takes over a draft found before. Returns its current content, or null if another editor was faster. */
export async function takeOver<T>(found: Draft<T>, editor: string): Promise<Draft<T> | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const stored = await transaction.store.get(found.id);
  const taken = stored?.editor === found.editor ? { ...stored, editor } : null;
  if (taken) await transaction.store.put(taken);
  await transaction.done;
  return taken as Draft<T> | null;
}

/** Deletes all drafts of a user, as on account deletion. */
export async function deleteDraftsOf(userId: string): Promise<void> {
  deleteUnloadBackupsOf(userId);
  const transaction = (await open()).transaction("drafts", "readwrite");
  const keys = await transaction.store.index("record").getAllKeys(IDBKeyRange.bound([userId], [userId, []]));
  await Promise.all(keys.map((key) => transaction.store.delete(key)));
  await transaction.done;
}

/** The draft with this id if it is this user's, of a prompt that was never saved, and its editor is inactive. */
export async function findNewDraft(userId: string, id: string): Promise<Draft<Prompt> | null> {
  await restoreUnloadBackups();
  const draft = await (await open()).get("drafts", id);
  const isTheirs =
    draft?.user_id === userId && draft.kind === "prompt" && draft.record_id === "" && isBegunHere(draft);
  return isTheirs ? (((await abandoned([draft]))[0] as Draft<Prompt>) ?? null) : null;
}

/** All drafts of prompts that were never saved in the shown workspace, whose editors are inactive, newest first. */
export async function findNewDrafts(userId: string): Promise<Draft<Prompt>[]> {
  return (await findAbandoned<Prompt>(userId, "prompt", "")).filter(isBegunHere);
}

/** Saving it creates it in the shown workspace, so it is offered there alone. */
const isBegunHere = ({ workspace_id }: Draft): boolean => (workspace_id ?? null) === shownWorkspace();

/** The newest draft of a record whose editor is inactive, if any. */
export async function findAbandonedDraft<T>(
  userId: string,
  kind: RecordKind,
  recordId: string,
): Promise<Draft<T> | null> {
  return (await findAbandoned<T>(userId, kind, recordId))[0] ?? null;
}

/** Converts the drafts of a deleted prompt into drafts of never-saved prompts, which the editor offers. */
export async function setAside(userId: string, promptId: string): Promise<void> {
  const left = await findAbandoned<Prompt>(userId, "prompt", promptId);
  const transaction = (await open()).transaction("drafts", "readwrite");
  for (const found of left) {
    const stored = (await transaction.store.get(found.id)) as Draft<Prompt> | undefined;
    if (stored?.editor !== found.editor) continue;
    const { unanswered: _, ...draft } = stored;
    const base = newPrompt(stored.text.prompt_type);
    await transaction.store.put({ ...draft, id: newId(), editor: null, record_id: "", base });
    await transaction.store.delete(stored.id);
  }
  await transaction.done;
}

async function findAbandoned<T>(userId: string, kind: RecordKind, recordId: string): Promise<Draft<T>[]> {
  await restoreUnloadBackups();
  const drafts = await (await open()).getAllFromIndex("drafts", "record", [userId, kind, recordId]);
  return ((await abandoned(drafts)) as Draft<T>[]).sort((a, b) => b.written_at - a.written_at);
}

/** Moves the unload backups into the database. */
async function restoreUnloadBackups(): Promise<void> {
  for (const backup of takeUnloadBackups()) {
    try {
      const stored = await (await open()).get("drafts", backup.id);
      const isWritten = stored?.editor === backup.editor && stored.written_at >= backup.written_at;
      if (!isWritten) await writeDraft(backup, backup.editor);
    } catch (error) {
      writeUnloadBackup(backup);
      throw error;
    }
  }
}

async function abandoned(drafts: Draft[]): Promise<Draft[]> {
  const active = await activeEditors(drafts.flatMap(({ editor }) => editor ?? []));
  return drafts.filter(({ editor }) => editor === null || !active.has(editor));
}
