import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ChevronRight, Folder, FolderSearch } from "lucide-react";
import { useState } from "react";
import { messages } from "@/core/lists";
import { cn } from "@/ui/cn";
import { Skeleton } from "@/ui/skeleton";
import { type Collection, ownLevelQuery } from "./queries";

interface TreeProps {
  label: string;
  selected: string | null;
  onSelect: (collection: Collection) => void;
  /** A collection that cannot be chosen, with its descendants. */
  without?: string | undefined;
  /** A note beside a collection, such as "Added". */
  note?: (collection: Collection) => string | undefined;
}

/** The user's own collections; a level loads when it is expanded. */
export function CollectionTree(props: TreeProps) {
  return (
    <div className="max-h-80 overflow-y-auto rounded-control border p-1.5">
      <Level {...props} parent={undefined} depth={0} />
    </div>
  );
}

function Level({ parent, depth, ...tree }: TreeProps & { parent: Collection | undefined; depth: number }) {
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    ownLevelQuery(parent?.id),
  );
  if (isPending) return <Skeleton className="m-1 h-8" />;
  if (isError) {
    return (
      <button type="button" className="p-2 text-danger underline" onClick={() => void refetch()}>
        <Trans>Try again</Trans>
      </button>
    );
  }
  const collections = data.pages.flatMap((page) => page.items).filter(({ id }) => id !== tree.without);
  if (depth === 0 && collections.length === 0)
    return <p className="p-2 text-muted">{messages.no_collections_yet}</p>;
  return (
    <ul aria-label={parent ? t`In ${parent.title}` : tree.label}>
      {collections.map((collection) => (
        <Node key={collection.id} collection={collection} depth={depth} {...tree} />
      ))}
      {hasNextPage && (
        <li>
          <button
            type="button"
            className="px-2 py-1 text-accent underline"
            onClick={() => void fetchNextPage()}
          >
            <Trans>Show more</Trans>
          </button>
        </li>
      )}
    </ul>
  );
}

function Node({ collection, depth, ...tree }: TreeProps & { collection: Collection; depth: number }) {
  const [open, setOpen] = useState(false);
  const note = tree.note?.(collection);
  const Icon = collection.is_smart ? FolderSearch : Folder;
  return (
    <li>
      <div
        className={cn(
          "flex items-center rounded-control",
          collection.id === tree.selected ? "bg-accent-wash text-accent" : "hover:bg-well",
        )}
        style={{ paddingLeft: `${depth * 1.25}rem` }}
      >
        <button
          type="button"
          aria-expanded={open}
          aria-label={t`Nested collections of ${collection.title}`}
          onClick={() => setOpen(!open)}
          className={cn(
            "grid size-8 shrink-0 place-items-center",
            collection.child_count === 0 && "invisible",
          )}
        >
          <ChevronRight
            aria-hidden="true"
            className={cn("size-4 transition-transform", open && "rotate-90")}
          />
        </button>
        <button
          type="button"
          aria-pressed={collection.id === tree.selected}
          disabled={note !== undefined}
          onClick={() => tree.onSelect(collection)}
          className="flex min-w-0 flex-1 items-center gap-2 py-1.5 pr-2 text-left disabled:text-muted"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          <span className="truncate">{collection.title}</span>
          {note && <span className="ml-auto text-sm">{note}</span>}
        </button>
      </div>
      {open && <Level {...tree} parent={collection} depth={depth + 1} />}
    </li>
  );
}

/** A smart collection is filled by its filter and accepts no items. */
export function smartNote({ is_smart }: Collection): string | undefined {
  return is_smart ? t`Smart collection` : undefined;
}
