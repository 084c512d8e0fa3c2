// What was typed in the last moment before a page goes. The browser's database finishes no write for a page that is left, but
// puts a text into localStorage at once; whoever looks for drafts next takes it in from there.
import { forgetLocal, localKeys, readLocal, writeLocal } from "@/lib/storage";
import type { Draft } from "./drafts";

const prefix = "promptcase.last-words.";

/** A draft as an editor has it that is open. */
export type OwnDraft = Draft & { editor: string };

export function writeUnloadBackup(draft: OwnDraft): void {
  writeLocal(prefix + draft.editor, JSON.stringify(draft));
}

/** The page stayed after all, and its draft is written. */
export function removeUnloadBackup(editor: string): void {
  writeLocal(prefix + editor, null);
}

/** What was said by pages that are gone; nobody else gets it then. */
export function takeUnloadBackups(): OwnDraft[] {
  return localKeys((key) => key.startsWith(prefix)).flatMap((key) => {
    const said = readLocal(key);
    writeLocal(key, null);
    return said ? read(said) : [];
  });
}

/** Forgets what a user said. */
export function deleteUnloadBackupsOf(userId: string): void {
  forgetLocal((key) => {
    return key.startsWith(prefix) && read(readLocal(key) ?? "").some((draft) => draft.user_id === userId);
  });
}

function read(said: string): OwnDraft[] {
  try {
    return [JSON.parse(said)];
  } catch {
    return [];
  }
}
