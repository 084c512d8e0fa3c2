import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { FolderPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { isStatus, messageOf } from "@/api/client";
import { useMayWrite } from "@/api/workspace";
import { messages } from "@/core/lists";
import { Button } from "@/ui/button";
import { CardGrid } from "@/ui/card-grid";
import { MoveArea } from "@/ui/drag-to-move";
import { EmptyState } from "@/ui/empty-state";
import { mainId } from "@/ui/main";
import { NotLoaded } from "@/ui/not-loaded";
import { PageHeader } from "@/ui/page-header";
import { usePageTitle } from "@/ui/page-title";
import { SearchField } from "@/ui/search-field";
import { Skeleton } from "@/ui/skeleton";
import { Breadcrumbs } from "./breadcrumbs";
import { CollectionActions } from "./collection-actions";
import { CollectionCard } from "./collection-card";
import { CollectionDialog } from "./collection-dialog";
import { CollectionItems } from "./collection-items";
import { CollectionsNav } from "./collections-nav";
import type { CollectionsParts } from "./parts";
import { collectionQuery, levelQuery, ownLevelQuery, useMoveCollection } from "./queries";

const route = getRouteApi("/workspace/collections");

export function CollectionsPage({ parts }: { parts: CollectionsParts }) {
  const { id, q } = route.useSearch();
  const mayWrite = useMayWrite();
  const navigate = route.useNavigate();
  const open = useQuery({ ...collectionQuery(id ?? ""), enabled: id !== undefined });
  const level = useInfiniteQuery(levelQuery(id, q));
  const move = useMoveCollection();
  const [creating, setCreating] = useState(false);
  const collection = id ? open.data : undefined;
  const collections = level.data?.pages.flatMap((page) => page.items) ?? [];
  const error = level.error ?? (collection ? null : open.error);
  usePageTitle(collection?.title);
  useFocusOnCollection(id);
  const tree = useInfiniteQuery(ownLevelQuery(undefined));
  // A collection's page loads without knowing the height of its title or whether the tree takes some of the
  // width. Content that would shift is rendered once both are known.
  const isKnown = useRef(false);
  isKnown.current ||= !id || !(open.isPending || level.isPending || tree.isPending);

  if (id && isStatus(open.error, 404)) {
    return (
      <EmptyState
        level={1}
        title={t`Collection not found`}
        action={
          <Button onClick={() => void navigate({ search: {} })}>
            <Trans>All collections</Trans>
          </Button>
        }
      >
        <Trans>It was deleted, or it is private.</Trans>
      </EmptyState>
    );
  }

  if (!isKnown.current) return <UnknownCollection />;

  // Smart collections and other users' collections accept no items.
  const takesMore = !id || (collection && mayWrite(collection) && !collection.is_smart);
  const create = takesMore && (
    <Button variant={id ? "secondary" : "primary"} onClick={() => setCreating(true)}>
      <FolderPlus aria-hidden="true" /> <Trans>New Collection</Trans>
    </Button>
  );

  return (
    <MoveArea
      nameOf={(moved) => collections.find((one) => one.id === moved)?.title ?? ""}
      onMove={(moved, target) =>
        move.mutate({ path: { id: moved }, body: { parent_id: target === "root" ? null : target } })
      }
    >
      <PageHeader
        above={id && <Breadcrumbs collection={collection} />}
        title={collection?.title ?? (id && !open.error ? <UnknownTitle /> : t`Collections`)}
        description={
          id
            ? collection
              ? collection.description
              : !open.error && <Skeleton className="h-5 w-80 max-w-full" />
            : t`Organize prompts in nested folders. A prompt can be in more than one.`
        }
        actions={
          collection ? (
            <CollectionActions collection={collection} parts={parts}>
              {create}
            </CollectionActions>
          ) : (
            create
          )
        }
      />
      <div className="items-start gap-8 xl:flex">
        <div className="min-w-0 flex-1">
          {!collection?.is_smart && (
            <div className="mb-4 max-w-md">
              <SearchField
                label={id ? t`Search in this collection` : t`Search collections`}
                placeholder={id ? t`Search in this collection…` : t`Search collections…`}
                value={q ?? ""}
                onChange={(text) =>
                  void navigate({
                    search: (previous) => ({ ...previous, q: text || undefined }),
                    replace: true,
                  })
                }
              />
            </div>
          )}
          {error ? (
            <NotLoaded
              title={messages.collections_load_failed}
              onRetry={() => Promise.all([level.refetch(), id && open.refetch()])}
            >
              {messageOf(error)}
            </NotLoaded>
          ) : level.isPending ? (
            <div
              role="status"
              aria-label={t`Loading`}
              className="tray grid-cols-[repeat(auto-fill,minmax(17rem,1fr))]"
            >
              <Skeleton className="h-32 rounded-none" />
              <Skeleton className="h-32 rounded-none" />
            </div>
          ) : collections.length > 0 ? (
            <CardGrid
              label={id ? t`Nested collections` : t`Collections`}
              className="auto-rows-[minmax(6rem,auto)]"
            >
              {collections.map((one) => (
                <li key={one.id} className="border-r border-b bg-surface">
                  <CollectionCard collection={one} />
                </li>
              ))}
            </CardGrid>
          ) : (
            (!id || q) && (
              <EmptyState
                title={q ? t`No collections found` : messages.no_collections_yet}
                action={
                  !q && (
                    <Button variant="primary" onClick={() => setCreating(true)}>
                      <Trans>New Collection</Trans>
                    </Button>
                  )
                }
              >
                {q ? t`No collection title matches.` : t`Group related prompts in a collection.`}
              </EmptyState>
            )
          )}
          {level.hasNextPage && (
            <Button
              className="mt-4"
              busy={level.isFetchingNextPage}
              onClick={() => void level.fetchNextPage()}
            >
              <Trans>Show more</Trans>
            </Button>
          )}
          {collection && !q && <CollectionItems collection={collection} />}
        </div>
        <CollectionsNav open={collection} className="w-60 shrink-0 max-xl:hidden" />
      </div>
      {creating && (
        <CollectionDialog
          parentId={id}
          onClose={() => setCreating(false)}
          onDone={(made) => void navigate({ search: { id: made.id } })}
        />
      )}
    </MoveArea>
  );
}

// The router moves the focus between pages only, and all collections are one page to it. The link that led here
// is mostly gone.
function useFocusOnCollection(id: string | undefined): void {
  const shown = useRef(id);
  useEffect(() => {
    if (shown.current === id) return;
    shown.current = id;
    if (document.activeElement === document.body)
      document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [id]);
}

function UnknownCollection() {
  return (
    <div role="status" aria-label={t`Loading`}>
      <PageHeader
        above={<Breadcrumbs collection={undefined} />}
        title={<UnknownTitle />}
        description={<Skeleton className="h-5 w-80 max-w-full" />}
      />
      <Skeleton className="h-32" />
    </div>
  );
}

function UnknownTitle() {
  return (
    <>
      <span className="sr-only">
        <Trans>Collection</Trans>
      </span>
      <Skeleton className="h-8 w-64" />
    </>
  );
}
