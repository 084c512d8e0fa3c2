import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { FileText, Folder, Puzzle, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  deleteFromTrashMutation,
  emptyTrashMutation,
  listTrashInfiniteOptions,
  restoreFromTrashMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { TrashItem } from "@/api/generated/types.gen";
import { pages } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { useFocusInList } from "@/ui/focus-in-list";
import { IconButton } from "@/ui/icon-button";
import { NotLoaded } from "@/ui/not-loaded";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import type { OnClick } from "@/ui/use-click";

const icons = { prompt: FileText, component: Puzzle, collection: Folder };

export function TrashPage() {
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...listTrashInfiniteOptions({ query: { limit: 50 } }),
      ...pages,
      staleTime: 0,
    });
  const { restore, purge, empty } = useTrashActions();
  const [doomed, setDoomed] = useState<TrashItem | "all" | null>(null);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const list = useFocusInList(items);

  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader
        title={t`Trash`}
        description={t`Deleted items stay here for 30 days, then they are removed for good.`}
        actions={
          items.length > 0 && (
            <Button onClick={() => setDoomed("all")}>
              <Trash2 aria-hidden="true" /> <Trans>Empty trash</Trans>
            </Button>
          )
        }
      />
      {error && (
        <NotLoaded title={t`The trash could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {isPending && <Skeleton className="h-16" />}
      {data && items.length === 0 && (
        <EmptyState title={t`The trash is empty`}>
          <Trans>Nothing was deleted in the last 30 days.</Trans>
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul ref={list} aria-label={t`Trash`} className="tray grid-cols-1">
          {items.map((item) => (
            <Row
              key={item.id}
              item={item}
              onRestore={() => restore.mutateAsync({ path: { type: item.type, id: item.id } })}
              onPurge={() => setDoomed(item)}
            />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={
          doomed === "all"
            ? t`Remove everything in the trash for good?`
            : t`Remove “${doomed?.title ?? ""}” for good?`
        }
        confirmLabel={t`Remove for good`}
        danger
        onConfirm={() => {
          if (doomed === "all") empty.mutate({});
          else if (doomed) purge.mutate({ path: { type: doomed.type, id: doomed.id } });
          setDoomed(null);
        }}
      >
        <p>
          <Trans>This cannot be undone.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Row({ item, onRestore, onPurge }: { item: TrashItem; onRestore: OnClick; onPurge: () => void }) {
  const format = useFormat();
  const Icon = icons[item.type];
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{item.title}</p>
        <p className="text-sm text-muted">
          <Trans>
            Deleted {format.ago(item.deleted_at)}, kept until {format.date(item.purge_at)}
          </Trans>
        </p>
      </div>
      <Button size="sm" onClick={onRestore} aria-label={t`Restore ${item.title}`}>
        <RotateCcw aria-hidden="true" /> <Trans>Restore</Trans>
      </Button>
      <IconButton label={t`Remove ${item.title} for good`} size="sm" onClick={onPurge}>
        <Trash2 aria-hidden="true" />
      </IconButton>
    </li>
  );
}

// A restored item can appear in any list.
function useTrashActions() {
  const queryClient = useQueryClient();
  const settled = {
    onError: (error: unknown) => toast.error(t`That did not work`, { description: messageOf(error) }),
    onSettled: () => queryClient.invalidateQueries(),
  };
  const restore = useMutation({
    ...restoreFromTrashMutation(),
    ...settled,
    onSuccess: () => void toast.success(t`Restored to where it was`),
  });
  const purge = useMutation({ ...deleteFromTrashMutation(), ...settled });
  const empty = useMutation({ ...emptyTrashMutation(), ...settled });
  return { restore, purge, empty };
}
