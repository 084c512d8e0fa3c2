// Notices above the text: a restored draft, a save from elsewhere, a rejected save.

import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useSyncExternalStore } from "react";
import { isStatus } from "@/api/client";
import { useForgetSession } from "@/api/session";
import { locale } from "@/i18n";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import type { EditorSession } from "./state/editor-session";
import { versionOf } from "./state/remote";

const time = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

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
          title={t`The editor stopped working`}
          action={
            <Button size="sm" variant="primary" onClick={() => location.reload()}>
              <Trans>Open it again</Trans>
            </Button>
          }
        >
          {noun === "prompt" ? (
            <Trans>
              This is an error in the program, not in your prompt. Your changes are kept in this browser and
              will come back.
            </Trans>
          ) : (
            <Trans>
              This is an error in the program, not in your component. Your changes are kept in this browser
              and will come back.
            </Trans>
          )}
        </Alert>
      )}
      {restored && (
        <Alert
          tone="warning"
          title={t`Unsaved changes were restored`}
          action={
            <>
              <Button size="sm" variant="primary" onClick={() => session.keepDraft()}>
                <Trans>Keep draft</Trans>
              </Button>
              <Button size="sm" onClick={() => session.discardDraft()}>
                <Trans>Discard</Trans>
              </Button>
            </>
          }
        >
          <Trans>You made them on {time.format(restored.writtenAt)} and they were never saved.</Trans>
        </Alert>
      )}
      {newer && (
        <Alert
          tone="info"
          title={t`Version ${versionOf(newer)} was saved elsewhere`}
          action={
            isChanged ? (
              <Button size="sm" variant="primary" onClick={() => session.resolveWith(newer)}>
                <Trans>Compare and merge…</Trans>
              </Button>
            ) : (
              <Button size="sm" variant="primary" onClick={() => session.adopt(newer)}>
                <Trans>Show it</Trans>
              </Button>
            )
          }
        >
          {isChanged
            ? t`It was saved in another tab or on another device. Your changes are kept; combine both before you save.`
            : t`It was saved in another tab or on another device. You are looking at the version before it.`}
        </Alert>
      )}
      {state === "failed" && isStatus(error, 401) && <SessionEnded session={session} isKept={!draftError} />}
      {state === "failed" && isStatus(error, 404) && <Gone session={session} />}
      {state === "failed" && error && !isStatus(error, 401) && !isStatus(error, 404) && (
        <Alert
          onDismiss={() => session.saver.dismiss()}
          action={
            <Button size="sm" onClick={() => void session.saver.save()}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <p>{session.store.failureOf(error, session.document)}</p>
          {!draftError && (
            <p>
              <Trans>Your changes are kept in this browser.</Trans>
            </p>
          )}
        </Alert>
      )}
      {draftError && (
        <Alert tone="warning" title={t`This browser cannot store drafts`}>
          <Trans>
            {whyNotKept(draftError)} Save often: unsaved changes are lost when this tab is closed.
          </Trans>
        </Alert>
      )}
    </div>
  );
}

function whyNotKept(error: Error): string {
  return error.name === "QuotaExceededError"
    ? t`Its storage for this site is full.`
    : t`It does not allow this site to store data.`;
}

/** The record was deleted in another tab or on another device. */
function Gone({ session }: { session: EditorSession }) {
  const isPrompt = session.store.noun === "prompt";
  return (
    <Alert
      title={isPrompt ? t`This prompt was deleted elsewhere` : t`This component was deleted elsewhere`}
      action={
        <>
          <Button size="sm" variant="primary" onClick={() => void session.saveAsNew()}>
            {isPrompt ? <Trans>Save as a new prompt</Trans> : <Trans>Save as a new component</Trans>}
          </Button>
          <Button size="sm" onClick={() => void session.saver.save()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      }
    >
      {isPrompt ? (
        <Trans>
          Your changes were not saved. Save this text as a new prompt, or restore the old one from the{" "}
          <ToTrash>Trash</ToTrash> and try again.
        </Trans>
      ) : (
        <Trans>
          Your changes were not saved. Save this text as a new component, or restore the old one from the{" "}
          <ToTrash>Trash</ToTrash> and try again.
        </Trans>
      )}
    </Alert>
  );
}

function ToTrash({ children }: { children: ReactNode }) {
  return (
    <a href="/trash" target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {children}
    </a>
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
      title={t`You are signed out`}
      action={
        <>
          {isKept ? (
            <Button size="sm" variant="primary" onClick={signIn}>
              <Trans>Sign in again</Trans>
            </Button>
          ) : (
            <a href="/login" target="_blank" rel="noreferrer" className={buttonClass({ size: "sm" })}>
              <Trans>Sign in in another tab</Trans>
            </a>
          )}
          <Button size="sm" onClick={() => void session.saver.save()}>
            <Trans>Try again</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Your session has ended, so nothing was saved.{" "}
        {isKept
          ? t`What you typed is kept in this browser and will be here after you sign in.`
          : t`This browser cannot store drafts. Leave this tab open, sign in in another one, then try again.`}
      </Trans>
    </Alert>
  );
}
