// Backup of a draft in localStorage while its page unloads. IndexedDB completes no write for a page that is left, but localStorage
// writes at once; the next search for drafts moves the backup into the database.
import { forgetLocal, localKeys, readLocal, writeLocal } from "@/lib/storage";
import { type OwnDraft, upgradeDraft } from "./draft";

const PREFIX = "promptcase.unload-backup.";
/** Programs before wrote under this one. */
const OLD_PREFIX = "promptcase.last-words.";

export function writeUnloadBackup(draft: OwnDraft): void {
  writeLocal(PREFIX + draft.editor, JSON.stringify(draft));
}

/** The page stayed after all, and its draft is written. */
export function removeUnloadBackup(editor: string): void {
  writeLocal(PREFIX + editor, null);
}

/** The backups of pages that are gone; they are removed. */
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
