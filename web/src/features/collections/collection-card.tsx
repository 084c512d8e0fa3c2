import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import {
  Folder,
  FolderInput,
  FolderSearch,
  Globe,
  LockKeyhole,
  MoreHorizontal,
  PencilLine,
  Trash2,
} from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useMayWrite } from "@/api/workspace";
import { Badge } from "@/ui/badge";
import { Movable, MoveTarget } from "@/ui/drag-to-move";
import { IconButton } from "@/ui/icon-button";
import { itemCount } from "@/ui/item-count";
import { Menu, MenuItem, MenuSeparator } from "@/ui/menu";
import { CollectionDialog } from "./collection-dialog";
import { DeleteDialog } from "./delete-dialog";
import { MoveDialog } from "./move-dialog";
import type { Collection } from "./queries";
import { TitleEditor } from "./title-editor";

type Task = "edit" | "move" | "delete" | "rename";

/** One collection as a compartment: a link and a drop target. */
export function CollectionCard({ collection }: { collection: Collection }) {
  const mine = useMayWrite()(collection);
  const [task, setTask] = useState<Task | null>(null);
  const done = () => setTask(null);
  const link = useRef<HTMLAnchorElement>(null);
  const renamed = (byKey: boolean) => {
    if (!byKey) return done();
    flushSync(done);
    link.current?.focus();
  };
  const Icon = collection.is_smart ? FolderSearch : Folder;
  const Visibility = collection.is_public ? Globe : LockKeyhole;
  return (
    <MoveTarget id={collection.id} disabled={collection.is_smart} className="h-full">
      <Movable
        id={collection.id}
        disabled={!mine || task === "rename"}
        className="group relative flex h-full flex-col p-5 hover:bg-ground"
      >
        <div className="flex items-start gap-3">
          <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" strokeWidth={1.75} />
          {task === "rename" ? (
            // The invisible title reserves its space while it is edited in place.
            <div className="grid min-w-0 flex-1 *:col-start-1 *:row-start-1">
              <p aria-hidden="true" className="invisible line-clamp-2 leading-snug font-bold wrap-anywhere">
                {collection.title}
              </p>
              <TitleEditor collection={collection} onClose={renamed} />
            </div>
          ) : (
            <h2 className="min-w-0 flex-1 leading-snug font-bold wrap-anywhere">
              <Link
                ref={link}
                to="/collections"
                search={{ id: collection.id }}
                draggable={false}
                className="line-clamp-2 after:absolute after:inset-0 group-hover:text-accent focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
              >
                {collection.title}
              </Link>
            </h2>
          )}
          {mine && (
            <Menu
              trigger={
                <IconButton
                  label={t`Actions for ${collection.title}`}
                  size="sm"
                  className="relative z-10 -mt-0.5 -mr-1.5"
                >
                  <MoreHorizontal aria-hidden="true" />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => setTask("rename")}>
                <PencilLine aria-hidden="true" /> <Trans>Rename</Trans>
              </MenuItem>
              <MenuItem onSelect={() => setTask("edit")}>
                <PencilLine aria-hidden="true" /> <Trans>Edit</Trans>
              </MenuItem>
              <MenuItem onSelect={() => setTask("move")}>
                <FolderInput aria-hidden="true" /> <Trans>Move to…</Trans>
              </MenuItem>
              <MenuSeparator />
              <MenuItem danger onSelect={() => setTask("delete")}>
                <Trash2 aria-hidden="true" /> <Trans>Delete</Trans>
              </MenuItem>
            </Menu>
          )}
        </div>
        {collection.description && (
          <p className="mt-1.5 line-clamp-2 text-sm text-muted wrap-anywhere">{collection.description}</p>
        )}
        <p className="mt-auto flex items-center gap-2 pt-3 text-sm text-muted">
          <Visibility aria-hidden="true" className="size-3.5" />
          <span className="sr-only">{collection.is_public ? t`Public` : t`Private`}.</span>
          {collection.is_smart && (
            <Badge tone="accent">
              <Trans>Smart</Trans>
            </Badge>
          )}
          {countOf(collection)}
          {!mine && <span className="truncate">· {collection.author_name}</span>}
        </p>
      </Movable>
      {task === "edit" && <CollectionDialog collection={collection} onClose={done} />}
      {task === "move" && <MoveDialog collection={collection} onClose={done} />}
      {task === "delete" && <DeleteDialog collection={collection} onClose={done} />}
    </MoveTarget>
  );
}

function countOf(collection: Collection): string {
  const items = itemCount(collection);
  return collection.child_count === 0 ? items : t`${items}, ${collection.child_count} nested`;
}
