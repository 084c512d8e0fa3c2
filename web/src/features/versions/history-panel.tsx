// The history of a prompt or component: choose two versions to compare, create one, restore one.
import { useMutation } from "@tanstack/react-query";
import { Check, GitCompare, History, RotateCcw } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { messageOf } from "@/api/client";
import { labelOf, selectVersion, type VersionType, versionPart, words } from "@/core";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { IconButton } from "@/ui/icon-button";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { blankVersion, type NewVersion, NewVersionDialog } from "./new-version-dialog";
import { type Numbered, nameOf, numberOf, type Side, type VersionLine, type VersionList } from "./numbers";

export interface CompareProps {
  from: Side;
  to: Side;
  onClose: () => void;
}

/**
 * The state of a history panel. It is stored outside, so that it survives the move from the side of the text into
 * a sheet.
 */
export interface HistoryView {
  selected: readonly string[];
  comparing: boolean;
  /** The version being created. */
  making: NewVersion | null;
}

export const freshHistory: HistoryView = { selected: [], comparing: false, making: null };

/** Props of a history panel. */
export interface HistoryPanelProps<Subject extends Numbered> {
  noun: "prompt" | "component";
  /** The record on the server. */
  remote: Subject;
  versions: VersionList;
  readOnly: boolean;
  view: HistoryView;
  onView: (view: HistoryView) => void;
  /** Whether it is always in a sheet, titled with its name. */
  inSheet?: boolean;
  /** Whether there are unsaved changes. */
  isChanged: () => boolean;
  /** Saves the changes and returns the stored record, or null if saving failed. */
  flush: () => Promise<Subject | null>;
  make: (saved: Subject, type: VersionType, changelog: string) => Promise<Subject>;
  restore: (saved: Subject, version: VersionLine) => Promise<Subject>;
  /** Called when the record has a new version number and unchanged content. */
  onVersioned: (remote: Subject) => void;
  /** Called when the record was restored to an old version. */
  onRestored: (remote: Subject) => void;
  /** Renders the dialog that compares two versions. */
  compare: (pair: CompareProps) => ReactNode;
}

const current = "current";

const notSaved = new Error("Your changes could not be saved, so nothing was done. See the notice above.");

export function HistoryPanel<Subject extends Numbered>(props: HistoryPanelProps<Subject>) {
  const {
    noun,
    remote,
    versions,
    readOnly,
    inSheet,
    view,
    onView,
    isChanged,
    flush,
    make,
    restore,
    onVersioned,
    onRestored,
    compare,
  } = props;
  const list = versions.data?.pages.flatMap((page) => page.items) ?? [];
  const selected = [...view.selected];
  const setSelected = (ids: string[]) => onView({ ...view, selected: ids });
  const setComparing = (comparing: boolean) => onView({ ...view, comparing });
  const setMaking = (making: NewVersion | null) => onView({ ...view, making });
  const hintId = useId();
  const [restoring, setRestoring] = useState<VersionLine | null>(null);

  const restoration = useMutation({
    mutationFn: async (version: VersionLine) => {
      const saved = await flush();
      if (!saved) throw notSaved;
      return restore(saved, version);
    },
    onSuccess: (restored, version) => {
      setRestoring(null);
      setSelected([]);
      onRestored(restored);
      void versions.refetch();
      toast.success(`Version ${numberOf(version)} is back as ${numberOf(restored)}`);
    },
  });
  // The older one first; the current text is newer than every version.
  const pair: Side[] = list.filter((version) => selected.includes(numberOf(version))).reverse();
  if (selected.includes(current)) pair.push(current);

  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-3 border-b px-5 py-2.5">
        {/* On small screens the panel is in a sheet with this title. */}
        <h2 className={inSheet ? "sr-only" : "font-bold max-xl:sr-only"}>Versions</h2>
        {!readOnly && (
          <Button size="sm" onClick={() => setMaking(blankVersion)}>
            <History aria-hidden="true" /> New version
          </Button>
        )}
      </div>
      {versions.isPending && <PanelSkeleton />}
      {versions.isError && (
        <div className="mx-5 my-4">
          <NotLoaded title="The history could not be loaded" onRetry={() => void versions.refetch()}>
            {messageOf(versions.error)}
          </NotLoaded>
        </div>
      )}
      {versions.isSuccess && list.length === 0 && (
        <p className="px-5 py-6 text-muted">
          No snapshots yet. Saving keeps the newest text only and raises the number, now v{numberOf(remote)}.{" "}
          {readOnly ? "A version" : "“New version”"} keeps a snapshot, to compare with and to go back to.
        </p>
      )}
      {list.length > 0 && (
        <>
          <div className="px-2.5 pt-2">
            <button
              type="button"
              aria-pressed={selected.includes(current)}
              onClick={() => setSelected(selectVersion(selected, current))}
              className={cn(
                choiceClass,
                "w-full border border-transparent",
                selected.includes(current) ? "border-accent bg-accent-wash" : "hover:bg-well",
              )}
            >
              <ChoiceMark />
              <span>
                <span className="font-semibold">Current text</span>
                <span className="block text-sm text-muted">
                  What the {noun} says now, {readOnly ? "as it was saved last" : "with what is not saved yet"}
                </span>
              </span>
            </button>
          </div>
          <ol aria-label="Versions" className="flex flex-col gap-1 px-2.5 py-2">
            {list.map((version) => (
              <VersionRow
                key={numberOf(version)}
                version={version}
                isSelected={selected.includes(numberOf(version))}
                onSelect={() => setSelected(selectVersion(selected, numberOf(version)))}
                onRestore={readOnly ? undefined : () => setRestoring(version)}
              />
            ))}
          </ol>
          {versions.hasNextPage && (
            <Button
              size="sm"
              className="mx-5 mb-3 self-start"
              busy={versions.isFetchingNextPage}
              onClick={() => void versions.fetchNextPage()}
            >
              Show older versions
            </Button>
          )}
        </>
      )}
      {list.length > 0 && (
        <div className="sticky bottom-0 flex flex-col gap-2 border-t bg-surface px-5 py-3">
          {pair.length < 2 && (
            <p id={hintId} className="text-sm text-muted">
              {pair[0]
                ? `${nameOf(pair[0])} is chosen. Choose a second one to compare it with.`
                : "To compare, choose two versions, or one and the current text."}
            </p>
          )}
          <Button
            variant={pair.length === 2 ? "primary" : undefined}
            className="w-full"
            disabled={pair.length < 2}
            aria-describedby={pair.length < 2 ? hintId : undefined}
            onClick={() => setComparing(true)}
          >
            <GitCompare aria-hidden="true" /> Compare {pair.length === 2 && pair.map(nameOf).join(" with ")}
          </Button>
        </div>
      )}
      {view.comparing && pair[0] && pair[1] && (
        <Suspense>{compare({ from: pair[0], to: pair[1], onClose: () => setComparing(false) })}</Suspense>
      )}
      {view.making && (
        <NewVersionDialog
          remote={remote}
          version={view.making}
          onVersion={setMaking}
          taken={list.map(numberOf)}
          isChanged={isChanged}
          flush={flush}
          make={make}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            onVersioned(made);
            void versions.refetch();
            toast.success(`Version ${numberOf(made)} is kept`);
          }}
        />
      )}
      <ConfirmDialog
        open={restoring !== null}
        onOpenChange={(open) => !open && setRestoring(null)}
        title={restoring ? `Restore version ${numberOf(restoring)}?` : ""}
        confirmLabel="Restore"
        busy={restoration.isPending}
        error={restoration.error ? messageOf(restoration.error) : undefined}
        onConfirm={() => (restoring ? restoration.mutateAsync(restoring) : undefined)}
      >
        <p>The {noun} will say what it said then. What it says now stays in the history.</p>
      </ConfirmDialog>
    </div>
  );
}

const choiceClass = "group flex gap-2.5 rounded-control px-2.25 py-2 text-left";

/** Shows that a row can be chosen, and whether it is. */
function ChoiceMark() {
  return (
    <span
      aria-hidden="true"
      className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-[0.25rem] border border-line-strong bg-surface text-transparent group-aria-pressed:border-accent-strong group-aria-pressed:bg-accent-strong group-aria-pressed:text-on-accent"
    >
      <Check className="size-3" strokeWidth={3.5} />
    </span>
  );
}

interface VersionRowProps {
  version: VersionLine;
  isSelected: boolean;
  onSelect: () => void;
  onRestore: (() => void) | undefined;
}

function VersionRow({ version, isSelected, onSelect, onRestore }: VersionRowProps) {
  const format = useFormat();
  const number = numberOf(version);
  return (
    <li
      className={cn(
        "relative flex items-start gap-2 rounded-control border border-transparent pr-1.5",
        isSelected ? "border-accent bg-accent-wash" : "hover:bg-well",
      )}
    >
      <button
        type="button"
        aria-pressed={isSelected}
        onClick={onSelect}
        className={cn(choiceClass, "min-w-0 flex-1")}
      >
        <ChoiceMark />
        <span className="min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <span className="font-mono font-semibold tabular-nums">v{number}</span>
            <Badge tone="outline">{labelOf(words.version_types, versionPart(number))}</Badge>
            {version.is_current && <Badge tone="accent">Current</Badge>}
          </span>
          <span className={cn("mt-1 block wrap-anywhere", !version.changelog && "text-muted")}>
            {version.changelog || "No changelog"}
          </span>
          <time
            dateTime={version.created_at}
            title={format.dateTime(version.created_at)}
            className="block text-sm text-muted"
          >
            {format.ago(version.created_at)}
          </time>
        </span>
      </button>
      {onRestore && !version.is_current && (
        <IconButton size="sm" label={`Restore version ${number}`} onClick={onRestore} className="mt-1.5">
          <RotateCcw aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function PanelSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2 px-5 py-4">
      <span role="status" className="sr-only">
        Loading the history…
      </span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
