import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { messages } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { itemCount } from "@/ui/item-count";
import { type Collection, useDeleteCollection } from "./queries";

interface DeleteDialogProps {
  collection: Collection;
  onClose: () => void;
  /** Leaves the page of the collection, if it is open. */
  leave?: () => Promise<void>;
}

export function DeleteDialog({ collection, onClose, leave }: DeleteDialogProps) {
  const remove = useDeleteCollection(() => leave?.());
  const [failure, setFailure] = useState<string>();
  const confirm = async () => {
    try {
      await remove.mutateAsync({ path: { id: collection.id } });
      onClose();
    } catch (error) {
      setFailure(t`Failed to delete collection: ${messageOf(error)}`);
    }
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={messages.confirm_delete_collection}
      confirmLabel={remove.isPending ? t`Deleting...` : t`Delete Collection`}
      danger
      busy={remove.isPending}
      error={failure}
      onConfirm={() => void confirm()}
    >
      <div className="rounded-control border p-3 text-ink">
        <p className="flex flex-wrap items-center gap-2 font-bold wrap-anywhere">
          {collection.title} <Badge>{collection.is_public ? t`Public` : t`Private`}</Badge>
        </p>
        {collection.description && <p className="mt-1 text-sm text-muted">{collection.description}</p>}
        <p className="mt-1 text-sm text-muted">{itemCount(collection)}</p>
      </div>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          <Trans>You can restore it for 30 days.</Trans>
        </li>
        <li>
          <Trans>Nested collections are also deleted.</Trans>
        </li>
        <li>
          <Trans>Items are removed from the collection; the prompts themselves stay.</Trans>
        </li>
      </ul>
    </ConfirmDialog>
  );
}
