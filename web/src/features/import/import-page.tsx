// Moving in: files, folders and archives are read in the browser and reviewed before anything is stored.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useUser } from "@/api/session";
import { Button, buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { toast } from "@/ui/toast";
import { DropTarget } from "./drop-target";
import { FailedPrompts } from "./failed-prompts";
import { FileList } from "./file-list";
import type { GivenFile } from "./given-files";
import type { ImportParts } from "./parts";
import { Sources } from "./sources";
import { TargetFields } from "./target-fields";
import { type ImportState, readIntoImport, resetImport, useImport } from "./use-import";

export function ImportPage({ parts }: { parts: ImportParts }) {
  const user = useUser().id;
  const navigate = useNavigate();
  const { state, choose, setTarget, store, stop, undo } = useImport();
  const { reports, unread, uncompared, chosen, known, outcomes, phase, target, collections } = state;
  // Another account's import is not shown.
  useEffect(() => {
    if (state.user !== user) resetImport(user);
  }, [state.user, user]);

  const give = (files: readonly GivenFile[]) => {
    if (files.length > 0 && !readIntoImport(files, user))
      toast(t`Files can be added when the import is done`);
  };
  const open = (prompt: { id: string; prompt_type: string }) => {
    if (prompt.prompt_type === "prompt") void navigate({ to: "/editor", search: { prompt: prompt.id } });
    else void navigate({ to: "/asset-editor/$id", params: { id: prompt.id } });
  };
  const finish = async () => {
    const isOne = chosen.size === 1;
    const [only] = await store();
    if (only && isOne) open(only);
  };

  const result = useRef<HTMLParagraphElement>(null);
  const isOver = phase === "done" || phase === "undone";
  // The user has scrolled down, and the pressed button is gone: the focus moves to the result.
  useEffect(() => {
    if (isOver) result.current?.focus();
  }, [isOver]);

  const hasFolders = reports.some(({ name }) => name.includes("/"));
  const failedCount = [...outcomes.values()].filter(({ state }) => state === "failed").length;
  const storedCount = outcomes.size - failedCount;
  return (
    <div className="mx-auto max-w-4xl">
      <DropTarget onGive={give} />
      <PageHeader
        title={t`Import`}
        description={t`Files are read in your browser. Nothing is saved until you click Import.`}
      />
      <div className="flex flex-col gap-4">
        {phase === "choose" && <Sources compact={reports.length > 0} onGive={give} />}
        {phase === "choose" && reports.length > 0 && (
          <TargetFields parts={parts} target={target} hasFolders={hasFolders} onChange={setTarget} />
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p ref={result} role="status" tabIndex={-1} className="text-muted empty:hidden focus:outline-none">
            {summary(state, storedCount, failedCount)}
          </p>
          {isOver && (
            <div className="flex flex-wrap gap-2">
              {phase === "done" && storedCount < chosen.size && (
                <Button onClick={() => finish()}>
                  {storedCount + failedCount === chosen.size
                    ? t`Try failed ones again`
                    : plural(chosen.size - storedCount, {
                        one: "Import the other #",
                        other: "Import the other #",
                      })}
                </Button>
              )}
              {phase === "done" && storedCount > 0 && (
                <>
                  <Button onClick={() => undo()}>
                    <Trans>Undo import</Trans>
                  </Button>
                  <ShowThem collection={target.collection?.id ?? collections[0]} />
                </>
              )}
              <Button onClick={() => resetImport()}>
                <Trans>Import more</Trans>
              </Button>
            </div>
          )}
        </div>
        {phase === "done" && failedCount > 0 && <FailedPrompts reports={reports} outcomes={outcomes} />}
        <FileList
          reports={reports}
          chosen={chosen}
          known={known}
          outcomes={outcomes}
          disabled={phase !== "choose"}
          onChoose={choose}
          onOpen={open}
        />
        {reports.length > 0 && (phase === "choose" || phase === "storing") && (
          <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center justify-end gap-2 border-t bg-ground px-1 py-3">
            {phase === "storing" ? (
              <Button onClick={stop}>
                <Trans>Stop</Trans>
              </Button>
            ) : (
              <Button onClick={() => resetImport()}>
                <Trans>Start over</Trans>
              </Button>
            )}
            <Button
              variant="primary"
              disabled={chosen.size === 0 || unread > 0 || uncompared > 0}
              busy={phase === "storing"}
              onClick={() => finish()}
            >
              {importLabel(chosen.size)}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

/** Leads to the stored prompts: their collection, or the Explorer. */
function ShowThem({ collection }: { collection: string | undefined }) {
  const className = buttonClass({ variant: "primary" });
  return collection === undefined ? (
    <Link to="/explorer" search={{ owner: "me" }} className={className}>
      <Trans>Show them</Trans>
    </Link>
  ) : (
    <Link to="/collections" search={{ id: collection }} className={className}>
      <Trans>Show them</Trans>
    </Link>
  );
}

function summary(
  { unread, uncompared, phase, chosen, known }: ImportState,
  stored: number,
  failed: number,
): string {
  switch (phase) {
    case "storing":
      return t`Imported ${stored} of ${chosen.size}…`;
    case "undoing":
      return t`Undoing…`;
    case "undone":
      return plural(stored, {
        one: "Import undone: # prompt moved to the trash.",
        other: "Import undone: # prompts moved to the trash.",
      });
    case "done":
      if (failed === 0) return plural(stored, { one: "# imported.", other: "# imported." });
      return t`${plural(stored, { one: "# imported", other: "# imported" })}, ${plural(failed, { one: "# failed", other: "# failed" })}.`;
    case "choose": {
      if (unread > 0) {
        return plural(unread, { one: "Reading, # file to go…", other: "Reading, # files to go…" });
      }
      if (uncompared > 0) {
        return plural(uncompared, {
          one: "Comparing with your prompts, # to go…",
          other: "Comparing with your prompts, # to go…",
        });
      }
      const same = [...known.values()].filter(({ isSame }) => isSame).length;
      if (same === 0) return "";
      return plural(same, {
        one: "You already have # of these prompts. It is not selected.",
        other: "You already have # of these prompts. They are not selected.",
      });
    }
  }
}

function importLabel(count: number): string {
  return plural(count, { 0: "Import", one: "Import # prompt", other: "Import # prompts" });
}
