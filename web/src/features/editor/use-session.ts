// Opens the record that the URL names, keeps it open as long as the URL names it, and closes it afterwards.
import { useCallback, useEffect, useRef, useState } from "react";
import { useUser } from "@/api/session";

/** The part of a session needed to open and close it. */
interface Closable {
  close: () => Promise<void>;
}

export type Opened<S> =
  | { state: "opening" }
  | { state: "open"; session: S; isOwn: boolean }
  | { state: "failed"; error: unknown };

interface Source<S> {
  /** The key of the record to open. */
  key: string;
  /** Whether an open session is that record, under its later name. */
  isOpenIn: (session: S) => boolean;
  open: (signal: AbortSignal) => Promise<{ session: S; isOwn: boolean }>;
}

const OPENING = { state: "opening" } as const;

/** `onClosed` is called once a session has closed and released its draft. */
export function useSession<S extends Closable>(source: Source<S> | null, onClosed: () => void): Opened<S> {
  const user = useUser();
  const [opened, setOpened] = useState<Opened<S>>(OPENING);
  const current = useRef<{ session: S; userId: string } | null>(null);
  const closing = useRef(Promise.resolve());
  // Calls the latest callbacks; new ones must not reopen the record.
  const latest = useRef({ source, onClosed });
  latest.current = { source, onClosed };
  const key = source?.key;

  const leave = useCallback((session: S) => {
    // A failed core may fail once more here, which must not keep the next record from opening.
    closing.current = session.close().catch(() => undefined);
    void closing.current.then(() => latest.current.onClosed());
  }, []);
  const close = useCallback(() => {
    if (current.current) leave(current.current.session);
    current.current = null;
  }, [leave]);

  useEffect(() => {
    const wanted = key === undefined ? null : latest.current.source;
    // The open record may have got an id, which is in the URL now.
    const open = current.current?.userId === user.id ? current.current.session : null;
    if (wanted && open && wanted.isOpenIn(open)) return;
    const leaving = new AbortController();
    setOpened(OPENING);
    close();
    if (!wanted) return;
    // The same record may be opened again, so its draft is released first.
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
