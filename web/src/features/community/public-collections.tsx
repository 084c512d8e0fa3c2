import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Folder } from "lucide-react";
import { messageOf } from "@/api/client";
import { useSession } from "@/api/session";
import { messages } from "@/core/lists";
import { publicPath } from "@/lib/names";
import { Button } from "@/ui/button";
import { CardGrid } from "@/ui/card-grid";
import { EmptyState } from "@/ui/empty-state";
import { itemCount } from "@/ui/item-count";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { titleClass } from "./prompt-grid";
import { publicCollectionsQuery } from "./queries";

export function PublicCollections() {
  const isGuest = useSession() === null;
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(publicCollectionsQuery());
  if (isPending) return <Skeleton className="h-32" />;
  if (error) {
    return (
      <NotLoaded title={messages.collections_load_failed} onRetry={() => void refetch()}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  const collections = data.pages.flatMap((page) => page.items);
  if (collections.length === 0) {
    return (
      <EmptyState title={messages.no_collections_yet}>
        <Trans>Public collections appear here.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <CardGrid label={t`Public collections`}>
        {collections.map((collection) => (
          <li key={collection.id} className="group relative border-r border-b bg-surface p-5 hover:bg-ground">
            <h3 className="flex items-start gap-2 font-bold wrap-anywhere">
              <Folder aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
              {isGuest ? (
                <a href={publicPath(collection)} className={titleClass}>
                  {collection.title}
                </a>
              ) : (
                <Link to="/collections" search={{ id: collection.id }} className={titleClass}>
                  {collection.title}
                </Link>
              )}
            </h3>
            {collection.description && (
              <p className="mt-1 line-clamp-2 text-sm text-muted wrap-anywhere">{collection.description}</p>
            )}
            <p className="mt-2 text-sm text-muted">
              <Trans>
                {itemCount(collection)} · by {collection.author_name || t`Anonymous User`}
              </Trans>
            </p>
          </li>
        ))}
      </CardGrid>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
