// Notices above the text: a restored draft, a save from elsewhere, a rejected save.
import { useSyncExternalStore } from "react";
import { isStatus } from "@/api/client";
import { useForgetSession } from "@/api/session";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import type { EditorSession } from "./state/editor-session";
import { versionOf } from "./state/remote";

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function Notices({ session }: { session: EditorSession }) {
  const { restored, newer, draftError } = useSyncExternalStore(session.subscribe, session.snapshot);
  const { state, error } = useSyncExternalStore(session.saver.subscribe, session.saver.snapshot);
  const isChanged = useSyncExternalStore(
    session.document.subscribe,
    () => session.document.state().is_changed,
  );
  const { noun } = session.store;
  const isBroken = useSyncExternalStore(session.document.subscribe, session.document.isBroken);
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {isBroken && (
        <Alert
          title="The editor stopped working"
          action={
            <Button size="sm" variant="primary" onClick={() => location.reload()}>
              Open it again
            </Button>
          }
        >
          This is an error in the program, not in your {noun}. Your changes are kept in this browser and will
          come back.
        </Alert>
      )}
      {restored && (
        <Alert
          tone="warning"
          title="Unsaved changes were restored"
          action={
            <>
              <Button size="sm" variant="primary" onClick={() => session.keepDraft()}>
                Keep draft
              </Button>
              <Button size="sm" onClick={() => session.discardDraft()}>
                Discard
              </Button>
            </>
          }
        >
          You made them on {time.format(restored.writtenAt)} and they were never saved.
        </Alert>
      )}
      {newer && (
        <Alert
          tone="info"
          title={`Version ${versionOf(newer)} was saved elsewhere`}
          action={
            isChanged ? (
              <Button size="sm" variant="primary" onClick={() => session.resolveWith(newer)}>
                Compare and merge…
              </Button>
            ) : (
              <Button size="sm" variant="primary" onClick={() => session.adopt(newer)}>
                Show it
              </Button>
            )
          }
        >
          {isChanged
            ? "It was saved in another tab or on another device. Your changes are kept; combine both before you save."
            : "It was saved in another tab or on another device. You are looking at the version before it."}
        </Alert>
      )}
      {state === "failed" && isStatus(error, 401) && <SessionEnded session={session} isKept={!draftError} />}
      {state === "failed" && isStatus(error, 404) && <Gone session={session} />}
      {state === "failed" && error && !isStatus(error, 401) && !isStatus(error, 404) && (
        <Alert
          onDismiss={() => session.saver.dismiss()}
          action={
            <Button size="sm" onClick={() => void session.saver.save()}>
              Try again
            </Button>
          }
        >
          <p>{session.store.failureOf(error, session.document)}</p>
          {!draftError && <p>Your changes are kept in this browser.</p>}
        </Alert>
      )}
      {draftError && (
        <Alert tone="warning" title="This browser cannot store drafts">
          {whyNotKept(draftError)} Save often: unsaved changes are lost when this tab is closed.
        </Alert>
      )}
    </div>
  );
}

function whyNotKept(error: Error): string {
  return error.name === "QuotaExceededError"
    ? "Its storage for this site is full."
    : "It does not allow this site to store data.";
}

/** The record was deleted in another tab or on another device. */
function Gone({ session }: { session: EditorSession }) {
  return (
    <Alert
      title={`This ${session.store.noun} was deleted elsewhere`}
      action={
        <>
          <Button size="sm" variant="primary" onClick={() => void session.saveAsNew()}>
            Save as a new {session.store.noun}
          </Button>
          <Button size="sm" onClick={() => void session.saver.save()}>
            Try again
          </Button>
        </>
      }
    >
      Your changes were not saved. Save this text as a new {session.store.noun}, or restore the old one from
      the{" "}
      <a href="/trash" target="_blank" rel="noreferrer" className="underline underline-offset-4">
        Trash
      </a>{" "}
      and try again.
    </Alert>
  );
}

interface SessionEndedProps {
  session: EditorSession;
  /** Whether the browser stores drafts. */
  isKept: boolean;
}

/** The session ended. The text is flushed to the draft, which is restored after sign-in. */
function SessionEnded({ session, isKept }: SessionEndedProps) {
  const forgetSession = useForgetSession();
  // The page's guard then redirects to sign-in and remembers the way back.
  const signIn = () => void session.keep().then(forgetSession);
  return (
    <Alert
      title="You are signed out"
      action={
        <>
          {isKept ? (
            <Button size="sm" variant="primary" onClick={signIn}>
              Sign in again
            </Button>
          ) : (
            <a href="/login" target="_blank" rel="noreferrer" className={buttonClass({ size: "sm" })}>
              Sign in in another tab
            </a>
          )}
          <Button size="sm" onClick={() => void session.saver.save()}>
            Try again
          </Button>
        </>
      }
    >
      Your session has ended, so nothing was saved.{" "}
      {isKept
        ? "What you typed is kept in this browser and will be here after you sign in."
        : "This browser cannot store drafts. Leave this tab open, sign in in another one, then try again."}
    </Alert>
  );
}
