// Opens the record that the URL names, keeps it open while the URL goes on naming it, and closes it afterwards.
import { useCallback, useEffect, useRef, useState } from "react";
import { useUser } from "@/api/session";

/** A session as far as opening and closing it goes. */
interface Closable {
  close: () => Promise<void>;
}

export type Opened<S> =
  | { state: "opening" }
  | { state: "open"; session: S; isOwn: boolean }
  | { state: "failed"; error: unknown };

interface Source<S> {
  /** Names what is to be open. */
  key: string;
  /** Whether a session that is open is that, under the name that it got since. */
  isOpenIn: (session: S) => boolean;
  open: (signal: AbortSignal) => Promise<{ session: S; isOwn: boolean }>;
}

const OPENING = { state: "opening" } as const;

/** `onClosed` is called once a session has closed and its draft is left. */
export function useSession<S extends Closable>(source: Source<S> | null, onClosed: () => void): Opened<S> {
  const user = useUser();
  const [opened, setOpened] = useState<Opened<S>>(OPENING);
  const current = useRef<{ session: S; userId: string } | null>(null);
  const closing = useRef(Promise.resolve());
  // The newest callbacks are called; new ones are no reason to open the record again.
  const latest = useRef({ source, onClosed });
  latest.current = { source, onClosed };
  const key = source?.key;

  const leave = useCallback((session: S) => {
    // A program that failed may fail once more here, which must not keep the next record from opening.
    closing.current = session.close().catch(() => undefined);
    void closing.current.then(() => latest.current.onClosed());
  }, []);
  const close = useCallback(() => {
    if (current.current) leave(current.current.session);
    current.current = null;
  }, [leave]);

  useEffect(() => {
    const wanted = key === undefined ? null : latest.current.source;
    // An open record may have got its name, which is in the URL now.
    const open = current.current?.userId === user.id ? current.current.session : null;
    if (wanted && open && wanted.isOpenIn(open)) return;
    const leaving = new AbortController();
    setOpened(OPENING);
    close();
    if (!wanted) return;
    // The same record may be wanted again: first it leaves its draft.
    const ready = closing.current.then(() => wanted.open(leaving.signal));
    ready.then(
      ({ session, isOwn }) => {
        if (leaving.signal.aborted) return leave(session);
        current.current = { session, userId: user.id };
        setOpened({ state: "open", session, isOwn });
      },
      (error: unknown) => {
        if (!leaving.signal.aborted) setOpened({ state: "failed", error });
      },
    );
    return () => leaving.abort();
  }, [key, user.id, leave, close]);

  useEffect(() => close, [close]);

  return source ? opened : OPENING;
}
