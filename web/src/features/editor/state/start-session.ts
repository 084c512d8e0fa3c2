// Starts a session with the draft of an inactive editor, if there is one.
import type { RecordDocument } from "@/core/record-document";
import { acquirePresence } from "@/lib/tab-presence";
import type { Draft } from "./draft";
import { takeOver } from "./drafts";
import { EditorSession, type SessionOptions } from "./editor-session";
import type { Shown } from "./record-store";
import type { Remote } from "./remote";

interface StartOptions<T extends Shown, R extends Remote, D extends RecordDocument<T>>
  extends Omit<SessionOptions<T, R, D>, "draft" | "editor"> {
  find: () => Promise<Draft<T> | null>;
  signal: AbortSignal;
}

export async function startSession<T extends Shown, R extends Remote, D extends RecordDocument<T>>({
  find,
  signal,
  ...options
}: StartOptions<T, R, D>): Promise<EditorSession<T, R, D>> {
  const editor = await acquirePresence();
  try {
    // A browser that stores no drafts still opens the record.
    const found = await find().catch(() => null);
    // A page that was left meanwhile must not take the draft from the next one.
    signal.throwIfAborted();
    const draft = found && (await takeOver(found, editor.id).catch(() => null));
    return new EditorSession({ ...options, draft, editor });
  } catch (error) {
    editor.end();
    throw error;
  }
}
