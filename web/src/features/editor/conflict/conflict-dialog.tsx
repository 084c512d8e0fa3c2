// Resolves a conflict of two saves: mine, theirs, or a merge that asks only about parts both sides changed
// differently. No choice loses text, since undo restores the other side.
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMemo, useRef, useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import {
  type Component,
  type Conflict,
  type EditorDocument,
  type MergeChoice,
  mergeComponents,
  mergePrompts,
  type Prompt,
} from "@/core";
import { componentFieldLabel } from "@/core/component-fields";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { toast } from "@/ui/toast";
import type { EditorSession } from "../state/editor-session";
import type { Shown } from "../state/record-store";
import { type Remote, versionOf } from "../state/remote";
import { ConflictQuestion } from "./conflict-question";
import { placeOf } from "./place";

interface ConflictDialogProps {
  session: EditorSession;
  theirs: Remote;
}

export default function ConflictDialog({ session, theirs }: ConflictDialogProps) {
  const [open, setOpen] = useState(true);
  if (open) return <OpenConflictDialog session={session} theirs={theirs} onLater={() => setOpen(false)} />;
  return (
    <div className="fixed inset-x-0 bottom-4 z-30 mx-auto w-fit max-w-[calc(100%-2rem)] shadow-float">
      <Alert
        title={t`Saving is paused`}
        action={
          <Button size="sm" variant="primary" onClick={() => setOpen(true)}>
            <Trans>Resolve…</Trans>
          </Button>
        }
      >
        <Trans>
          Version {versionOf(theirs)} was saved elsewhere. Meanwhile, your changes are kept in this browser.
        </Trans>
      </Alert>
    </div>
  );
}

function OpenConflictDialog({ session, theirs, onLater }: ConflictDialogProps & { onLater: () => void }) {
  const { document } = session;
  const format = useFormat();
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(new Map());
  const revision = useSyncExternalStore(document.subscribe, () => document.state().revision);
  // All conflicts, including resolved ones: the list must not shrink under the pointer.
  const conflicts = useMemo(() => {
    void revision;
    return mergeWith(session, theirs, []).conflicts;
  }, [session, theirs, revision]);
  const open = conflicts.filter((conflict) => !choices.has(conflict.path)).length;

  const choose = (conflict: Conflict, choice: MergeChoice) => {
    setChoices(new Map(choices).set(conflict.path, choice));
  };
  const merge = async () => {
    try {
      const { merged } = mergeWith(session, theirs, [...choices.values()]);
      session.takeMerged(merged, theirs);
      await session.saver.save();
    } catch (error) {
      toast.error(t`The versions could not be merged`, { description: messageOf(error) });
    }
  };

  // Without conflicts the focus starts on Merge, which preserves both sides.
  const mergeButton = useRef<HTMLButtonElement>(null);
  const start = conflicts.length === 0 ? { startIn: mergeButton } : {};
  return (
    <Dialog
      {...start}
      open
      onOpenChange={(next) => !next && onLater()}
      title={t`Version ${versionOf(theirs)} was saved while you were editing`}
      description={t`By ${theirs.author_name}, ${format.ago(theirs.updated_at)}, while you were writing.`}
      size="lg"
      footer={
        <>
          <Button onClick={() => session.adopt(theirs)}>
            <Trans>Take theirs</Trans>
          </Button>
          <Button onClick={() => void session.keepMine(theirs)}>
            <Trans>Keep mine</Trans>
          </Button>
          <Button ref={mergeButton} variant="primary" disabled={open > 0} onClick={() => void merge()}>
            {conflicts.length === 0 ? t`Merge both` : t`Merge with these choices`}
          </Button>
        </>
      }
    >
      {conflicts.length === 0 ? (
        <p>
          <Trans>
            You changed different parts, so both versions can be combined: <strong>Merge both</strong> keeps
            everything. Nothing is lost either way: Undo brings back your text and theirs.
          </Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <p role="status">
            <Plural
              value={conflicts.length}
              one="One thing was changed on both sides. Everything else can be combined."
              other="# things were changed on both sides. Everything else can be combined."
            />{" "}
            <Plural value={open} _0="No conflicts left." one="# conflict left." other="# conflicts left." />
          </p>
          <ol aria-label={t`Conflicts`} className="flex flex-col gap-4">
            {conflicts.map((conflict) => (
              <li key={conflict.path}>
                <ConflictQuestion
                  conflict={conflict}
                  place={placeIn(session, conflict.path)}
                  choice={choices.get(conflict.path)}
                  onChoose={(choice) => choose(conflict, choice)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </Dialog>
  );
}

/** Merges both edits of the saved record, with the choices made so far. */
function mergeWith({ document, store }: EditorSession, remote: Remote, choices: MergeChoice[]) {
  const sides = [document.saved(), document.record(), store.recordOf(remote)] as const;
  if (store.kind === "component") {
    const { component, conflicts } = mergeComponents(
      ...(sides as readonly [Component, Component, Component]),
      choices,
    );
    return { merged: component as Shown, conflicts };
  }
  const { prompt, conflicts } = mergePrompts(
    ...(sides as unknown as readonly [Prompt, Prompt, Prompt]),
    choices,
  );
  return { merged: prompt as Shown, conflicts };
}

function placeIn({ document, store }: EditorSession, path: string): string | null {
  return store.kind === "component"
    ? componentFieldLabel(path)
    : placeOf(document as unknown as EditorDocument, path);
}
