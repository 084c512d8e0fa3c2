import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { CollectionTree, smartNote } from "./collection-tree";
import { type Collection, useMoveCollection } from "./queries";

/** Moves a collection without a mouse: chooses the target in a dialog. */
export function MoveDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const move = useMoveCollection();
  const [target, setTarget] = useState<Collection | null>(null);
  const [top, setTop] = useState(false);
  const confirm = () =>
    move.mutate(
      { path: { id: collection.id }, body: { parent_id: top ? null : (target?.id ?? null) } },
      { onSettled: onClose },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Move “${collection.title}”`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={move.isPending} disabled={!top && !target} onClick={confirm}>
            <Trans>Move here</Trans>
          </Button>
        </>
      }
    >
      {collection.parent_id && (
        <Button
          aria-pressed={top}
          className="mb-3 w-full aria-pressed:border-accent aria-pressed:text-accent"
          onClick={() => {
            setTop(true);
            setTarget(null);
          }}
        >
          <Trans>To the top level</Trans>
        </Button>
      )}
      <CollectionTree
        label={t`Where to`}
        selected={target?.id ?? null}
        without={collection.id}
        note={smartNote}
        onSelect={(chosen) => {
          setTarget(chosen);
          setTop(false);
        }}
      />
    </Dialog>
  );
}
