// An entry of the history, and the saves that are folded under it.
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Check, ChevronRight, Tag } from "lucide-react";
import { useId, useState } from "react";
import { messageOf } from "@/api/client";
import { labelOf, versionPart, words } from "@/core";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import type { RecordHistory } from "./history";
import { type Numbered, numberOf, type VersionLine } from "./numbers";

export interface EntryProps {
  entry: VersionLine;
  /** Whether it is chosen for a comparison; null while none is being chosen. */
  isChosen: boolean | null;
  /** The labels that point to it. */
  labels: readonly string[];
  onPress: () => void;
}

export const entryClass = "group flex w-full gap-2.5 rounded-control border px-2.25 py-2 text-left";

/** The button of an entry: opens it, or chooses it for a comparison. */
export function Entry({ entry, isChosen, labels, onPress }: EntryProps) {
  const format = useFormat();
  const number = numberOf(entry);
  const told = entry.changelog || entry.changes.join(", ");
  return (
    <button
      type="button"
      aria-pressed={isChosen ?? undefined}
      onClick={onPress}
      className={cn(
        entryClass,
        isChosen ? "border-accent bg-accent-wash" : "border-transparent hover:bg-well",
      )}
    >
      {isChosen !== null && <ChoiceMark />}
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-2">
          <span className={cn("font-mono tabular-nums", entry.is_named && "font-semibold")}>v{number}</span>
          {entry.is_named && (
            <Badge tone="outline">{labelOf(words.version_types, versionPart(number))}</Badge>
          )}
          {entry.is_current && (
            <Badge tone="accent">
              <Trans>Current</Trans>
            </Badge>
          )}
          {labels.map((label) => (
            <Badge key={label} tone="success">
              <Tag aria-hidden="true" /> {label}
            </Badge>
          ))}
        </span>
        <span className={cn("mt-0.5 block wrap-anywhere", !told && "text-muted")}>
          {told || (entry.is_named ? t`No changelog` : entry.seq === 1 ? t`Created` : t`Saved`)}
        </span>
        <span className="block text-sm text-muted">
          {entry.author_name && `${entry.author_name} · `}
          <time dateTime={entry.created_at} title={format.dateTime(entry.created_at)}>
            {format.ago(entry.created_at)}
          </time>
        </span>
      </span>
    </button>
  );
}

/** Shows that an entry can be chosen, and whether it is. */
export function ChoiceMark() {
  return (
    <span
      aria-hidden="true"
      className="mt-0.5 grid size-4.5 shrink-0 place-items-center rounded-[0.25rem] border border-line-strong bg-surface text-transparent group-aria-pressed:border-accent-strong group-aria-pressed:bg-accent-strong group-aria-pressed:text-on-accent"
    >
      <Check className="size-3" strokeWidth={3.5} />
    </span>
  );
}

interface FoldedSavesProps {
  entry: VersionLine;
  /** Whether they are shown from the start: no version was named yet. */
  isOnly: boolean;
  history: Pick<RecordHistory<Numbered & { id: string }, never>, "useSaves">;
  recordId: string;
  of: (save: VersionLine) => Pick<EntryProps, "isChosen" | "labels" | "onPress">;
}

/** The saves between the version before and this entry. */
export function FoldedSaves({ entry, isOnly, ...rest }: FoldedSavesProps) {
  const [isOpen, setOpen] = useState(isOnly);
  const id = useId();
  if (entry.saves === 0) return null;
  return (
    <div className="ml-3 border-l pl-2">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        className="flex items-center gap-1.5 rounded-control px-2 py-1 text-sm text-muted hover:bg-well hover:text-ink"
      >
        <ChevronRight aria-hidden="true" className={cn("size-4", isOpen && "rotate-90")} />
        <Plural value={entry.saves} one="# save before it" other="# saves before it" />
      </button>
      {isOpen && <Saves id={id} under={numberOf(entry)} {...rest} />}
    </div>
  );
}

interface SavesProps extends Omit<FoldedSavesProps, "entry" | "isOnly"> {
  id: string;
  under: string;
}

function Saves({ id, under, history, recordId, of }: SavesProps) {
  const saves = history.useSaves(recordId, under);
  return (
    <div id={id}>
      {saves.isPending && <Skeleton className="my-1 h-14" />}
      {saves.isError && (
        <NotLoaded title={t`The saves could not be loaded`} onRetry={() => void saves.refetch()}>
          {messageOf(saves.error)}
        </NotLoaded>
      )}
      <ol aria-label={t`Saves before ${under}`} className="flex flex-col gap-0.5">
        {saves.data?.pages.flatMap((page) =>
          page.items.map((save) => (
            <li key={numberOf(save)}>
              <Entry entry={save} {...of(save)} />
            </li>
          )),
        )}
      </ol>
      {saves.hasNextPage && (
        <Button
          size="sm"
          className="my-1"
          busy={saves.isFetchingNextPage}
          onClick={() => void saves.fetchNextPage()}
        >
          <Trans>Show older saves</Trans>
        </Button>
      )}
    </div>
  );
}
