// Confirms before the user leaves a page with unsaved changes; on closing the tab the browser asks. The draft
// stays in this browser if it can be stored.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useBlocker } from "@tanstack/react-router";
import { useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { EditorSession } from "./state/editor-session";

export function LeaveGuard({ session }: { session: EditorSession }) {
  const [saving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { draftError } = useSyncExternalStore(session.subscribe, session.snapshot);
  const isChanged = () => {
    session.pendingInputs.enter();
    return session.holdsMore();
  };
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => !samePlace(current, next) && isChanged(),
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  if (blocker.status !== "blocked") return null;
  const stay = () => {
    setFailure(null);
    blocker.reset();
  };
  const saveAndLeave = async () => {
    setSaving(true);
    setFailure(null);
    const saved = (await session.flush()) !== null;
    setSaving(false);
    if (saved) return blocker.proceed();
    const { state, error } = session.saver.snapshot();
    if (error) setFailure(messageOf(error));
    else if (state === "offline")
      setFailure(t`The server cannot be reached. Try again when the connection is back.`);
    // A conflict and invalid JSON are mended on the page.
    else stay();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && stay()}
      title={t`Leave with unsaved changes?`}
      size="sm"
      footer={
        <>
          <Button onClick={stay}>
            <Trans>Stay</Trans>
          </Button>
          <Button onClick={blocker.proceed}>
            <Trans>Leave</Trans>
          </Button>
          <Button variant="primary" busy={saving} onClick={() => void saveAndLeave()}>
            <Trans>Save and leave</Trans>
          </Button>
        </>
      }
    >
      {failure !== null && (
        <Alert className="mb-3" title={t`Your changes were not saved`}>
          {failure}
        </Alert>
      )}
      <p>
        {draftError
          ? t`If you leave without saving, your changes are lost because this browser cannot store drafts.`
          : t`If you leave without saving, your changes stay in this browser and you can continue when you come back.`}
        {!draftError &&
          session.invalidJson.count() > 0 &&
          t` A configuration with invalid JSON cannot be saved, but it is also kept in this browser.`}
      </p>
    </Dialog>
  );
}

interface Place {
  pathname: string;
  search: object;
}

function samePlace(current: Place, next: Place): boolean {
  return current.pathname === next.pathname && JSON.stringify(current.search) === JSON.stringify(next.search);
}
