// The user's own collections as a tree beside the page, for navigation and as drop targets.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChevronRight, Folder, FolderOpen, FolderSearch, FolderTree } from "lucide-react";
import { useState } from "react";
import { cn } from "@/ui/cn";
import { MoveTarget } from "@/ui/drag-to-move";
import { Skeleton } from "@/ui/skeleton";
import { type Collection, type CollectionDetail, ownLevelQuery } from "./queries";

interface CollectionsNavProps {
  /** The collection of the open page. */
  open: CollectionDetail | undefined;
  className?: string;
}

export function CollectionsNav({ open, className }: CollectionsNavProps) {
  // Levels that the user expanded or collapsed. All others follow the page: the path to it is expanded.
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const way = new Set(open?.breadcrumbs.map(({ id }) => id));
  const tree: Tree = {
    current: open?.id,
    isOpen: (id) => chosen.get(id) ?? way.has(id),
    toggle: (id, isOpen) => setChosen((before) => new Map(before).set(id, isOpen)),
  };
  const top = useInfiniteQuery(ownLevelQuery(undefined));
  // Without collections of their own, users need no tree.
  if (!top.data?.pages[0]?.items.length) return null;
  return (
    <nav aria-label={t`Your collections`} className={cn("space-y-0.5", className)}>
      <MoveTarget id="root" place="tree" className="rounded-control">
        <Link to="/collections" search={{}} activeOptions={{ exact: true }} className={cn(rowClass, "pl-2")}>
          <FolderTree aria-hidden="true" className="size-4 shrink-0" /> <Trans>All collections</Trans>
        </Link>
      </MoveTarget>
      <Level parent={undefined} depth={0} tree={tree} />
    </nav>
  );
}

interface Tree {
  current: string | undefined;
  isOpen: (id: string) => boolean;
  toggle: (id: string, isOpen: boolean) => void;
}

const rowClass =
  "flex min-w-0 flex-1 items-center gap-2 rounded-control py-1.5 pr-2 text-sm text-muted hover:bg-well hover:text-ink aria-[current=page]:bg-accent-wash aria-[current=page]:font-semibold aria-[current=page]:text-accent";

function Level({ parent, depth, tree }: { parent: Collection | undefined; depth: number; tree: Tree }) {
  const { data, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery(ownLevelQuery(parent?.id));
  if (isPending) return <Skeleton className="mx-2 my-1 h-6" />;
  const collections = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <ul className="space-y-0.5">
      {collections.map((collection) => (
        <Node key={collection.id} collection={collection} depth={depth} tree={tree} />
      ))}
      {hasNextPage && (
        <li>
          <button
            type="button"
            className="px-2 py-1 text-sm text-accent underline underline-offset-4"
            onClick={() => void fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

function Node({ collection, depth, tree }: { collection: Collection; depth: number; tree: Tree }) {
  const { id, title, child_count, is_smart } = collection;
  const hasChildren = child_count > 0;
  const isOpen = hasChildren && tree.isOpen(id);
  const Icon = is_smart ? FolderSearch : isOpen ? FolderOpen : Folder;
  return (
    <li>
      <MoveTarget id={id} place="tree" disabled={is_smart} className="rounded-control">
        <div className="flex items-center" style={{ paddingLeft: `${depth * 0.875}rem` }}>
          {hasChildren ? (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={t`Nested collections of ${title}`}
              onClick={() => tree.toggle(id, !isOpen)}
              className="grid size-6 shrink-0 place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <ChevronRight
                aria-hidden="true"
                className={cn("size-3.5 transition-transform", isOpen && "rotate-90")}
              />
            </button>
          ) : (
            <span className="w-6 shrink-0" />
          )}
          <Link
            to="/collections"
            search={{ id }}
            aria-current={id === tree.current ? "page" : undefined}
            className={cn(rowClass, "pl-1.5")}
          >
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate" title={title}>
              {title}
            </span>
            {is_smart && (
              <span className="sr-only">
                <Trans>(smart)</Trans>
              </span>
            )}
          </Link>
        </div>
      </MoveTarget>
      {isOpen && <Level parent={collection} depth={depth + 1} tree={tree} />}
    </li>
  );
}
