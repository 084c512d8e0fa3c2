// The tabs of a browser share the session's cookie, so they must agree on who it belongs to: a tab that went on showing one
// person's work while another signed in elsewhere would save it into the other's account.
import type { QueryClient } from "@tanstack/react-query";
import { getSessionQueryKey } from "@/api/generated/@tanstack/react-query.gen";
import type { User } from "@/api/generated/types.gen";
import { afterFormsClose } from "./open-forms";

const name = "promptcase-session";

interface Session {
  user?: User | null;
}

/** Tells the other tabs of a sign-in or sign-out here, and follows theirs. Returns a function that stops it. */
export function followSession(queryClient: QueryClient): () => void {
  const key = getSessionQueryKey();
  const sessionKey = JSON.stringify(key);
  const current = () => queryClient.getQueryData<Session>(key);
  const isOfSession = (queryKey: readonly unknown[]) => JSON.stringify(queryKey) === sessionKey;
  const channel = new BroadcastChannel(name);
  // Undefined until the first answer: finding out who is signed in is no news for others.
  let known = idOf(current());
  // News of another tab is not told again.
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
    // Cached answers belong to the user before.
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
      queryClient.setQueryData(key, data);
    };
    // A sign-out waits until open forms close. No request succeeds meanwhile, because the cookie is gone. Another user does not
    // wait.
    if (data.user) takeOver();
    else callOff = afterFormsClose(takeOver);
  };
  return () => {
    callOff();
    unsubscribe();
    channel.close();
  };
}

/** Null for a visitor, undefined while it is unknown. */
function idOf(session: Session | undefined): string | null | undefined {
  return session && (session.user?.id ?? null);
}
