import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { CollectionDialog } from "./collection-dialog";
import { CollectionTree, smartNote } from "./collection-tree";
import type { Collection } from "./queries";

interface ChooseDialogProps {
  title: string;
  onChoose: (collection: { id: string; title: string }) => void;
  onClose: () => void;
}

/** Chooses one of the user's own collections as a target; a new one can be created here. */
export default function ChooseDialog({ title, onChoose, onClose }: ChooseDialogProps) {
  const [target, setTarget] = useState<Collection | null>(null);
  const [creating, setCreating] = useState(false);
  if (creating) return <CollectionDialog byHand onClose={() => setCreating(false)} onDone={onChoose} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button className="mr-auto" onClick={() => setCreating(true)}>
            <Trans>New Collection</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={!target} onClick={() => target && onChoose(target)}>
            <Trans>Add</Trans>
          </Button>
        </>
      }
    >
      <CollectionTree
        label={t`Your collections`}
        selected={target?.id ?? null}
        onSelect={setTarget}
        note={smartNote}
      />
    </Dialog>
  );
}
