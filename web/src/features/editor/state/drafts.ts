// What is typed and not yet saved, kept in the browser's own database: a crash, a closed tab or a dead network loses at
// most a quarter of a second. One record an editor that is open; a lock named after it says whether that editor still lives.
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Prompt } from "@/core";
import type { UnreadText } from "./unread-texts";

export interface Draft {
  /** Names the editor that writes it. */
  id: string;
  user_id: string;
  /** The prompt it belongs to; '' for one that was never saved. */
  prompt_id: string;
  /** The prompt as typed. */
  text: Prompt;
  /** The prompt as the server had it when the editor last agreed with it: the base of a later merge. */
  base: Prompt;
  /** What was sent to the server and not answered yet. */
  unanswered?: Prompt;
  /** Typed configurations that are no valid JSON, by module. */
  unread?: Record<string, UnreadText>;
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

export async function writeDraft(draft: Draft): Promise<void> {
  await (await open()).put("drafts", draft);
}

export async function deleteDraft(id: string): Promise<void> {
  await (await open()).delete("drafts", id);
}

/** Forgets every draft of a user, as when the account is gone. */
export async function deleteDraftsOf(userId: string): Promise<void> {
  const transaction = (await open()).transaction("drafts", "readwrite");
  const keys = await transaction.store.index("owner").getAllKeys(IDBKeyRange.bound([userId], [userId, []]));
  await Promise.all(keys.map((key) => transaction.store.delete(key)));
  await transaction.done;
}

/** The draft of that name, if it is this user's, was never saved, and its editor no longer lives. */
export async function findNewDraft(userId: string, id: string): Promise<Draft | null> {
  const draft = await (await open()).get("drafts", id);
  const isTheirs = draft?.user_id === userId && draft.prompt_id === "";
  return isTheirs && !(await livingEditors()).has(id) ? draft : null;
}

/** The newest draft of a prompt whose editor no longer lives, if there is one. */
export async function findAbandonedDraft(userId: string, promptId: string): Promise<Draft | null> {
  const drafts = await (await open()).getAllFromIndex("drafts", "owner", [userId, promptId]);
  const living = await livingEditors();
  const abandoned = drafts.filter((draft) => !living.has(draft.id));
  return abandoned.sort((a, b) => b.written_at - a.written_at)[0] ?? null;
}

/** Marks an editor as living until the returned function is called, or until its tab is gone. */
export function holdDraft(id: string): () => void {
  let release = () => {};
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  void navigator.locks?.request(lockName(id), () => until);
  return release;
}

async function livingEditors(): Promise<Set<string>> {
  const held = (await navigator.locks?.query())?.held ?? [];
  return new Set(
    held.flatMap(({ name }) => (name?.startsWith(lockPrefix) ? [name.slice(lockPrefix.length)] : [])),
  );
}

const lockPrefix = "promptcase-draft:";

function lockName(id: string): string {
  return lockPrefix + id;
}
