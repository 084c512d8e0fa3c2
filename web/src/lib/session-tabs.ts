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

/** Tells the other tabs when somebody signs in or out here, and takes over what they tell. Returns how to stop. */
export function followSession(queryClient: QueryClient): () => void {
  const key = getSessionQueryKey();
  const sessionKey = JSON.stringify(key);
  const current = () => queryClient.getQueryData<Session>(key);
  const isOfSession = (queryKey: readonly unknown[]) => JSON.stringify(queryKey) === sessionKey;
  const channel = new BroadcastChannel(name);
  // Undefined until the first answer: finding out who is signed in is no news for others.
  let known = idOf(current());
  // What another tab told is not told on.
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
    // What was read belonged to somebody else.
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
    // A sign-out waits for a form in which somebody writes. Nothing is sent for anybody meanwhile: the cookie is gone. Somebody
    // else is another matter.
    if (data.user) takeOver();
    else callOff = afterFormsClose(takeOver);
  };
  return () => {
    callOff();
    unsubscribe();
    channel.close();
  };
}

/** Null for a visitor, undefined while nobody knows. */
function idOf(session: Session | undefined): string | null | undefined {
  return session && (session.user?.id ?? null);
}
