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

/** Asks for one of one's own collections to put things into; a new one can be made on the way. */
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
            New Collection
          </Button>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!target} onClick={() => target && onChoose(target)}>
            Add
          </Button>
        </>
      }
    >
      <CollectionTree
        label="Your collections"
        selected={target?.id ?? null}
        onSelect={setTarget}
        note={smartNote}
      />
    </Dialog>
  );
}
