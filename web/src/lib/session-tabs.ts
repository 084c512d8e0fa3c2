// Synchronizes the session between tabs, which share its cookie. A tab that still showed one user while another
// signed in elsewhere would save the first user's work into the other's account.
import type { QueryClient } from "@tanstack/react-query";
import type { User } from "@/api/generated/types.gen";
import { sessionKey } from "@/api/session";
import { afterFormsClose } from "./open-forms";

const name = "promptcase-session";

interface Session {
  user?: User | null;
}

/**
 * Notifies the other tabs of a sign-in or sign-out here, and follows theirs. Returns a function that stops it.
 */
export function followSession(queryClient: QueryClient): () => void {
  const current = () => queryClient.getQueryData<Session>(sessionKey);
  const isOfSession = (queryKey: readonly unknown[]) =>
    JSON.stringify(queryKey) === JSON.stringify(sessionKey);
  const channel = new BroadcastChannel(name);
  // Undefined until the first response: the initial session is not broadcast.
  let known = idOf(current());
  // A change received from another tab is not broadcast again.
  let heard: string | null | undefined;

  const unsubscribe = queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== "updated" || !isOfSession(query.queryKey)) return;
    const session = current();
    const id = idOf(session);
    if (id === undefined || id === known) return;
    const before = known;
    known = id;
    const isHeard = id === heard;
    heard = undefined;
    if (before === undefined) return;
    if (!isHeard) channel.postMessage(session);
    if (before === null) return;
    // Cached responses belong to the previous user.
    const predicate = ({ queryKey }: { queryKey: readonly unknown[] }) => !isOfSession(queryKey);
    queryClient.removeQueries({ type: "inactive", predicate });
    void queryClient.resetQueries({ type: "active", predicate });
  });
  let callOff = () => {};
  channel.onmessage = ({ data }: MessageEvent<Session>) => {
    callOff();
    const takeOver = () => {
      if (idOf(data) === known) return;
      heard = idOf(data);
      queryClient.setQueryData(sessionKey, data);
    };
    // A sign-out waits until open forms close; no request succeeds meanwhile, since the cookie is gone. Another
    // user's sign-in does not wait.
    if (data.user) takeOver();
    else callOff = afterFormsClose(takeOver);
  };
  return () => {
    callOff();
    unsubscribe();
    channel.close();
  };
}

/** The user's id, null for a visitor, undefined while it is unknown. */
function idOf(session: Session | undefined): string | null | undefined {
  return session && (session.user?.id ?? null);
}
