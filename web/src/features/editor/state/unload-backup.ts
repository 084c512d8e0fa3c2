// Backs up a draft to localStorage while its page unloads. IndexedDB completes no write of an unloading page, but
// localStorage writes synchronously; the next search for drafts moves the backup into the database.
import { forgetLocal, localKeys, readLocal, writeLocal } from "@/lib/storage";
import { type OwnDraft, upgradeDraft } from "./draft";

const PREFIX = "promptcase.unload-backup.";
/** The prefix of earlier versions. */
const OLD_PREFIX = "promptcase.last-words.";

export function writeUnloadBackup(draft: OwnDraft): void {
  writeLocal(PREFIX + draft.editor, JSON.stringify(draft));
}

/** Removes the backup: the page stayed open, and its draft is written. */
export function removeUnloadBackup(editor: string): void {
  writeLocal(PREFIX + editor, null);
}

/** Returns and removes the backups of closed pages. */
export function takeUnloadBackups(): OwnDraft[] {
  return localKeys(isBackup).flatMap((key) => {
    const backup = readLocal(key);
    writeLocal(key, null);
    return backup ? parse(backup) : [];
  });
}

/** Deletes the backups of a user. */
export function deleteUnloadBackupsOf(userId: string): void {
  forgetLocal(
    (key) => isBackup(key) && parse(readLocal(key) ?? "").some((draft) => draft.user_id === userId),
  );
}

function isBackup(key: string): boolean {
  return key.startsWith(PREFIX) || key.startsWith(OLD_PREFIX);
}

function parse(backup: string): OwnDraft[] {
  try {
    return [upgradeDraft(JSON.parse(backup)) as OwnDraft];
  } catch {
    return [];
  }
}
