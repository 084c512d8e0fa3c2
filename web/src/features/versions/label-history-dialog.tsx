// The moves of a label, newest first, with the way back.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight, Undo2 } from "lucide-react";
import { messageOf } from "@/api/client";
import { listLabelMovesInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { pages } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";

interface LabelHistoryDialogProps {
  promptId: string;
  name: string;
  /** Undoes the last move; null if the user may not. */
  onUndo: (() => void) | null;
  onCompare: (from: string, to: string) => void;
  onClose: () => void;
}

export function LabelHistoryDialog({ promptId, name, onUndo, onCompare, onClose }: LabelHistoryDialogProps) {
  const format = useFormat();
  const moves = useInfiniteQuery({
    ...listLabelMovesInfiniteOptions({ path: { id: promptId, label: name }, query: { limit: 50 } }),
    ...pages,
    staleTime: 0,
  });
  const list = moves.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`History of ${name}`}
      description={t`Every move, with who made it and why.`}
      footer={
        <>
          {onUndo && (
            <Button onClick={onUndo} disabled={list.length === 0}>
              <Undo2 aria-hidden="true" /> <Trans>Undo last move</Trans>
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {moves.isPending && <Skeleton className="h-24" />}
      {moves.isError && (
        <NotLoaded title={t`The history could not be loaded`} onRetry={() => void moves.refetch()}>
          {messageOf(moves.error)}
        </NotLoaded>
      )}
      <ol aria-label={t`Moves of ${name}`} className="flex flex-col divide-y">
        {list.map(({ seq, from, to, reason, author_name, moved_at }) => (
          <li key={seq} className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5">
            <div className="min-w-0">
              <p className="flex items-center gap-1.5 font-mono tabular-nums">
                {from ?? t`new`} <ArrowRight aria-label={t`to`} className="size-4 text-muted" />
                <span className="font-semibold">{to ?? t`removed`}</span>
              </p>
              {reason && <p className="wrap-anywhere">{reason}</p>}
              <p className="text-sm text-muted">
                {author_name && `${author_name} · `}
                <time dateTime={moved_at}>{format.dateTime(moved_at)}</time>
              </p>
            </div>
            {from && to && from !== to && (
              <Button size="sm" onClick={() => onCompare(from, to)}>
                <Trans>Compare</Trans>
              </Button>
            )}
          </li>
        ))}
      </ol>
      {moves.hasNextPage && (
        <Button size="sm" busy={moves.isFetchingNextPage} onClick={() => void moves.fetchNextPage()}>
          <Trans>Show older moves</Trans>
        </Button>
      )}
    </Dialog>
  );
}
