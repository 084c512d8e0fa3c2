import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileText, Folder, FolderSearch, Puzzle, X } from "lucide-react";
import { messageOf } from "@/api/client";
import { useMayWrite } from "@/api/workspace";
import { messages } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { useFocusInList } from "@/ui/focus-in-list";
import { IconButton } from "@/ui/icon-button";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { FilterSummary } from "./filter-summary";
import { type CollectionDetail, type CollectionItem, itemsQuery, useRemoveItem } from "./queries";

/** The items of the open collection. */
export function CollectionItems({ collection }: { collection: CollectionDetail }) {
  const mine = useMayWrite()(collection);
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(itemsQuery(collection.id));
  const remove = useRemoveItem();
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const list = useFocusInList(items);
  return (
    <section aria-labelledby="items" className="not-first:mt-8">
      <h2 id="items" className="mb-3 text-lg font-bold">
        <Trans>Items</Trans>
      </h2>
      {collection.filter && (
        <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-muted">
          <span className="flex items-center gap-2">
            <FolderSearch aria-hidden="true" className="size-4.5" /> <Trans>Contains automatically</Trans>
          </span>
          <FilterSummary filter={collection.filter} />
        </div>
      )}
      {error && (
        <NotLoaded title={t`The items could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {isPending && <Skeleton className="h-16" />}
      {data && items.length === 0 && (
        <EmptyState title={messages.no_collection_items}>
          {collection.is_smart
            ? t`Nothing matches the filter yet. Matching prompts will appear here automatically.`
            : mine && t`Add your first prompt. It also stays in its other collections.`}
        </EmptyState>
      )}
      {items.length > 0 && (
        <ul ref={list} aria-label={t`Items`} className="tray grid-cols-1">
          {items.map((item) => (
            <li key={item.id} className="group relative flex items-center gap-3 px-4 py-3 hover:bg-ground">
              <ItemContent item={item} smart={collection.is_smart} />
              {mine && !collection.is_smart && (
                <IconButton
                  label={t`Remove ${titleOf(item)} from the collection`}
                  size="sm"
                  className="relative z-10"
                  onClick={() => remove.mutateAsync({ path: { id: collection.id, item_id: item.id } })}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

function titleOf({ prompt, child_collection }: CollectionItem): string {
  return prompt?.title ?? child_collection?.title ?? "";
}

const linkClass =
  "block truncate font-semibold after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent";

function ItemContent({ item, smart }: { item: CollectionItem; smart: boolean }) {
  const format = useFormat();
  const { prompt, child_collection } = item;
  const Icon = child_collection ? Folder : prompt?.prompt_type === "prompt" ? FileText : Puzzle;
  return (
    <>
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted" strokeWidth={1.75} />
      <div className="min-w-0 flex-1">
        {child_collection ? (
          <Link to="/collections" search={{ id: child_collection.id }} className={linkClass}>
            {child_collection.title}
          </Link>
        ) : prompt?.prompt_type === "prompt" ? (
          <Link to="/editor" search={{ prompt: prompt.id }} className={linkClass}>
            {prompt.title}
          </Link>
        ) : (
          prompt && (
            <Link to="/asset-editor/$id" params={{ id: prompt.id }} className={linkClass}>
              {prompt.title}
            </Link>
          )
        )}
        <p className="truncate text-sm text-muted">{prompt?.description || child_collection?.description}</p>
      </div>
      <span className="shrink-0 text-sm text-muted max-sm:hidden">
        {smart ? t`Changed` : t`Added`} {format.ago(item.added_at)}
      </span>
    </>
  );
}
