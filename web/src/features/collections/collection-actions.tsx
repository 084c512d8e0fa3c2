import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { PencilLine, Plus, Share, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMayWrite } from "@/api/workspace";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { IconButton } from "@/ui/icon-button";
import { AddPanel } from "./add-panel";
import { CollectionDialog } from "./collection-dialog";
import { DeleteDialog } from "./delete-dialog";
import type { CollectionsParts } from "./parts";
import type { CollectionDetail } from "./queries";

interface CollectionActionsProps {
  collection: CollectionDetail;
  parts: CollectionsParts;
  /** Actions for all users, placed between the frequent and the rare actions. */
  children: ReactNode;
}

/** The actions of the open collection. */
export function CollectionActions({ collection, parts, children }: CollectionActionsProps) {
  const mine = useMayWrite()(collection);
  const navigate = useNavigate();
  const [task, setTask] = useState<"add" | "edit" | "export" | "delete" | null>(null);
  const done = () => setTask(null);
  const { handle, slug } = collection;
  const exporting = (
    <>
      {collection.is_public && handle && (
        <CopyButton
          text={`${window.location.origin}/p/${encodeURIComponent(handle)}/${encodeURIComponent(slug)}`}
          title={t`The address of a page that anyone can read without an account`}
        >
          <Trans>Copy link</Trans>
        </CopyButton>
      )}
      <IconButton label={t`Export collection`} onClick={() => setTask("export")}>
        <Share aria-hidden="true" />
      </IconButton>
      {task === "export" && (
        <parts.ExportMany
          source={{ kind: "collection", id: collection.id, title: collection.title }}
          onClose={done}
        />
      )}
    </>
  );
  if (!mine) {
    return (
      <>
        {children}
        {exporting}
      </>
    );
  }
  return (
    <>
      {!collection.is_smart && (
        <Button variant="primary" onClick={() => setTask("add")}>
          <Plus aria-hidden="true" /> <Trans>Add prompts</Trans>
        </Button>
      )}
      {children}
      {exporting}
      <IconButton label={t`Edit collection`} onClick={() => setTask("edit")}>
        <PencilLine aria-hidden="true" />
      </IconButton>
      <IconButton label={t`Delete collection`} onClick={() => setTask("delete")}>
        <Trash2 aria-hidden="true" />
      </IconButton>
      {task === "add" && <AddPanel collection={collection} onClose={done} />}
      {task === "edit" && <CollectionDialog collection={collection} onClose={done} />}
      {task === "delete" && (
        <DeleteDialog
          collection={collection}
          onClose={done}
          leave={() =>
            navigate({ to: "/collections", search: collection.parent_id ? { id: collection.parent_id } : {} })
          }
        />
      )}
    </>
  );
}
