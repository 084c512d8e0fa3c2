// The history of a prompt or component: open an entry, compare two, create a version, restore one.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { GitCompare, History } from "lucide-react";
import { type ReactNode, Suspense, useId, useState } from "react";
import { messageOf } from "@/api/client";
import { selectVersion } from "@/core";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import type { CompareProps } from "./compare-dialog";
import type { RecordHistory } from "./history";
import { LabelList } from "./label-list";
import type { Label } from "./labels";
import { type LabelMoveStart, MoveLabelDialog } from "./move-label-dialog";
import { type NewVersion, NewVersionDialog, suggestedVersion } from "./new-version-dialog";
import {
  current,
  type Numbered,
  nameOf,
  numberOf,
  type Side,
  type VersionLine,
  type VersionList,
} from "./numbers";
import { ChoiceMark, Entry, entryClass, FoldedSaves } from "./version-row";

/**
 * The state of a history panel. It is stored outside, so that it survives the move from the side of the text into
 * a sheet.
 */
export interface HistoryView {
  /** Whether entries are being chosen for a comparison. */
  choosing: boolean;
  selected: readonly string[];
  /** The comparison that is open. */
  comparing: { from: Side; to: Side } | null;
  /** The version being created. */
  making: NewVersion | null;
}

export const freshHistory: HistoryView = { choosing: false, selected: [], comparing: null, making: null };

/** Props of a history panel. */
export interface HistoryPanelProps<Subject extends Numbered & { id: string }, Text> {
  history: RecordHistory<Subject, Text>;
  recordId: string;
  /** The current text, saved or not. */
  now: () => Text;
  /** The record on the server. */
  remote: Subject;
  versions: VersionList;
  readOnly: boolean;
  view: HistoryView;
  onView: (view: HistoryView) => void;
  /** Opens an entry. */
  onRead: (number: string) => void;
  /** Whether it is always in a sheet, titled with its name. */
  inSheet?: boolean;
  /** Whether there are unsaved changes. */
  isChanged: () => boolean;
  /** Saves the changes and returns the stored record, or null if saving failed. */
  flush: () => Promise<Subject | null>;
  /** Called when the record has a new version number and unchanged content. */
  onVersioned: (remote: Subject) => void;
  /** The labels of the record; none if it has no labels. */
  labels: readonly Label[];
  /** Renders the dialog that compares two versions. */
  compare: (pair: CompareProps) => ReactNode;
}

export function HistoryPanel<Subject extends Numbered & { id: string }, Text>(
  props: HistoryPanelProps<Subject, Text>,
) {
  const { history, recordId, remote, versions, labels, readOnly, inSheet, view, onView, onRead, compare } =
    props;
  const [moving, setMoving] = useState<LabelMoveStart | null>(null);
  const list = versions.data?.pages.flatMap((page) => page.items) ?? [];
  const selected = [...view.selected];
  const choose = (clicked: string) => onView({ ...view, selected: selectVersion(selected, clicked) });
  const of = (entry: VersionLine) => {
    const number = numberOf(entry);
    return {
      isChosen: view.choosing ? selected.includes(number) : null,
      labels: labels.filter((label) => label.version === number).map((label) => label.name),
      onPress: () => (view.choosing ? choose(number) : onRead(number)),
    };
  };
  const setMaking = (making: NewVersion | null) => onView({ ...view, making });
  const pair = inOrder(selected);

  return (
    <div className="flex flex-col">
      <div className="flex items-center justify-between gap-2 border-b px-5 py-2.5">
        {/* On small screens the panel is in a sheet with this title. */}
        <h2 className={inSheet ? "sr-only" : "font-bold max-xl:sr-only"}>
          <Trans>Versions</Trans>
        </h2>
        <div className="flex gap-2">
          {!readOnly && (
            <Button size="sm" onClick={() => setMaking(suggestedVersion)}>
              <History aria-hidden="true" /> <Trans>New version</Trans>
            </Button>
          )}
          <Button
            size="sm"
            aria-pressed={view.choosing}
            onClick={() => onView({ ...view, choosing: !view.choosing, selected: [] })}
          >
            <GitCompare aria-hidden="true" /> {view.choosing ? t`Stop comparing` : t`Compare versions`}
          </Button>
        </div>
      </div>
      {history.noun === "prompt" && !view.choosing && (
        <LabelList
          promptId={recordId}
          labels={labels}
          readOnly={readOnly}
          onRead={onRead}
          onMove={setMoving}
          onCompare={(from, to) => onView({ ...view, comparing: { from, to } })}
        />
      )}
      {versions.isPending && <PanelSkeleton />}
      {versions.isError && (
        <div className="mx-5 my-4">
          <NotLoaded title={t`The history could not be loaded`} onRetry={() => void versions.refetch()}>
            {messageOf(versions.error)}
          </NotLoaded>
        </div>
      )}
      {view.choosing && (
        <div className="px-2.5 pt-2">
          <button
            type="button"
            aria-pressed={selected.includes(current)}
            onClick={() => choose(current)}
            className={cn(
              entryClass,
              selected.includes(current)
                ? "border-accent bg-accent-wash"
                : "border-transparent hover:bg-well",
            )}
          >
            <ChoiceMark />
            <span>
              <span className="font-semibold">
                <Trans>Current text</Trans>
              </span>
              <span className="block text-sm text-muted">
                {!readOnly
                  ? t`As it stands in the editor`
                  : history.noun === "prompt"
                    ? t`The prompt as it was saved last`
                    : t`The component as it was saved last`}
              </span>
            </span>
          </button>
        </div>
      )}
      {list.length > 0 && (
        <ol aria-label={t`Versions`} className="flex flex-col gap-1 px-2.5 py-2">
          {list.map((entry) => (
            <li key={numberOf(entry)}>
              <Entry entry={entry} {...of(entry)} />
              <FoldedSaves
                entry={entry}
                isOnly={list.length === 1 && !entry.is_named}
                history={history}
                recordId={recordId}
                of={of}
              />
            </li>
          ))}
        </ol>
      )}
      {versions.hasNextPage && (
        <Button
          size="sm"
          className="mx-5 mb-3 self-start"
          busy={versions.isFetchingNextPage}
          onClick={() => void versions.fetchNextPage()}
        >
          <Trans>Show older versions</Trans>
        </Button>
      )}
      {view.choosing ? (
        <ComparisonBar pair={pair} onCompare={(comparing) => onView({ ...view, comparing })} />
      ) : (
        versions.isSuccess &&
        !readOnly && (
          <p className="border-t px-5 py-3 text-sm text-muted">
            <Trans>Every save is kept. Select one to read, copy or restore it.</Trans>
          </p>
        )
      )}
      {view.comparing && (
        <Suspense>
          {compare({ ...view.comparing, onClose: () => onView({ ...view, comparing: null }) })}
        </Suspense>
      )}
      {moving && (
        <MoveLabelDialog
          promptId={recordId}
          start={moving}
          labels={labels}
          versions={list.map(numberOf)}
          onMoved={() => void versions.refetch()}
          onClose={() => setMoving(null)}
        />
      )}
      {view.making && (
        <NewVersionDialog
          remote={remote}
          version={view.making}
          history={history}
          recordId={recordId}
          now={props.now}
          onVersion={setMaking}
          versions={list}
          isChanged={props.isChanged}
          flush={props.flush}
          onClose={() => setMaking(null)}
          onMade={(made) => {
            setMaking(null);
            props.onVersioned(made);
            void versions.refetch();
          }}
        />
      )}
    </div>
  );
}

interface ComparisonBarProps {
  pair: Side[];
  onCompare: (pair: { from: Side; to: Side }) => void;
}

function ComparisonBar({ pair: [from, to], onCompare }: ComparisonBarProps) {
  const hintId = useId();
  const isReady = from !== undefined && to !== undefined;
  return (
    <div className="sticky bottom-0 flex flex-col gap-2 border-t bg-surface px-5 py-3">
      {!isReady && (
        <p id={hintId} className="text-sm text-muted">
          {from
            ? t`${nameOf(from)} is selected. Select a second version to compare.`
            : t`To compare, select two versions, or a version and the current text.`}
        </p>
      )}
      <Button
        variant={isReady ? "primary" : undefined}
        className="w-full"
        disabled={!isReady}
        aria-describedby={isReady ? undefined : hintId}
        onClick={() => isReady && onCompare({ from, to })}
      >
        <GitCompare aria-hidden="true" />{" "}
        {isReady ? t`Compare ${nameOf(from)} with ${nameOf(to)}` : t`Compare`}
      </Button>
    </div>
  );
}

/** The lower number first; the current text is newer than every version. */
function inOrder(selected: string[]): Side[] {
  const parts = (number: string) =>
    number === current ? [Number.POSITIVE_INFINITY] : number.split(".").map(Number);
  return [...selected].sort((one, other) => {
    const [a, b] = [parts(one), parts(other)];
    const at = a.findIndex((part, index) => part !== b[index]);
    return (a[at] ?? 0) - (b[at] ?? 0);
  });
}

function PanelSkeleton() {
  return (
    <div aria-busy="true" className="flex flex-col gap-2 px-5 py-4">
      <span role="status" className="sr-only">
        <Trans>Loading the history…</Trans>
      </span>
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
      <Skeleton className="h-14" />
    </div>
  );
}
