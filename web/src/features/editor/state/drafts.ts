// Unsaved text in the browser's database: a crash or a lost connection costs at most a quarter of a second, a closed tab nothing
// (unload-backup.ts). Every open editor has one draft. The next editor takes over the draft of one that is no longer active; the
// write transaction lets one alone do so, and an editor that was active after all goes on in a draft of its own.
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from "idb";
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
      // The index of version 1 is in no schema any more.
      (store as unknown as IDBObjectStore).deleteIndex("owner");
      for (let at = await store.openCursor(); at; at = await at.continue())
        await at.update(upgradeDraft(at.value));
    },
    // Another version of the program wants to upgrade the database: close it, and open it again when needed.
    blocking() {
      void database?.then((db) => db.close());
      database = null;
    },
    terminated() {
      database = null;
    },
  });
  // A private window may refuse. The next call tries again, and the editor says that no drafts are stored.
  database.catch(() => {
    database = null;
  });
  return database;
}

/**
 * Writes the draft of an editor and answers the id it is stored under: the editor's own one, where another editor took the draft
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

/** Deletes the draft of an editor and no other. */
export function deleteDraft(id: string, editor: string): Promise<void> {
  return onOwn(id, editor, (store, { id }) => store.delete(id));
}

/** Releases the draft of an editor that closes: the next one takes it over without asking whether the editor is active. */
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

/** Deletes a draft that was found, unless an editor took it over since. Answers the draft, or null where none was deleted. */
export async function discardDraft(found: Draft): Promise<Draft | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const stored = await transaction.store.get(found.id);
  const discarded = stored?.editor === found.editor ? stored : null;
  if (discarded) await transaction.store.delete(discarded.id);
  await transaction.done;
  return discarded;
}

/** Undoes `discardDraft`. The draft gets another id where an editor that was active after all writes under the old one. */
export async function bringBackDraft(discarded: Draft): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const isTaken = await transaction.store.get(discarded.id);
  await transaction.store.put({ ...discarded, ...(isTaken && { id: newId() }), editor: null });
  await transaction.done;
}

/** Makes a draft that was found this editor's. Answers the draft as it is now, or null where another editor was faster. */
export async function takeOver<T>(found: Draft<T>, editor: string): Promise<Draft<T> | null> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const stored = await transaction.store.get(found.id);
  const taken = stored?.editor === found.editor ? { ...stored, editor } : null;
  if (taken) await transaction.store.put(taken);
  await transaction.done;
  return taken as Draft<T> | null;
}

/** Deletes every draft of a user, as when the account is deleted. */
export async function deleteDraftsOf(userId: string): Promise<void> {
  deleteUnloadBackupsOf(userId);
  const transaction = (await open()).transaction("drafts", "readwrite");
  const keys = await transaction.store.index("record").getAllKeys(IDBKeyRange.bound([userId], [userId, []]));
  await Promise.all(keys.map((key) => transaction.store.delete(key)));
  await transaction.done;
}

/** The draft of that id, if it is this user's, of a prompt that was never saved, and its editor is no longer active. */
export async function findNewDraft(userId: string, id: string): Promise<Draft<Prompt> | null> {
  await restoreUnloadBackups();
  const draft = await (await open()).get("drafts", id);
  const isTheirs = draft?.user_id === userId && draft.kind === "prompt" && draft.record_id === "";
  return isTheirs ? (((await abandoned([draft]))[0] as Draft<Prompt>) ?? null) : null;
}

/** All drafts of prompts that were never saved and whose editors are no longer active, the newest first. */
export function findNewDrafts(userId: string): Promise<Draft<Prompt>[]> {
  return findAbandoned<Prompt>(userId, "prompt", "");
}

/** The newest draft of a record whose editor is no longer active, if there is one. */
export async function findAbandonedDraft<T>(
  userId: string,
  kind: RecordKind,
  recordId: string,
): Promise<Draft<T> | null> {
  return (await findAbandoned<T>(userId, kind, recordId))[0] ?? null;
}

/** Turns what is left of a prompt that was deleted into prompts that were never saved, which are offered in the editor. */
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

/** Writes the backups that editors made when their page was left. */
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
