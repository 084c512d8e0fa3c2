import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, buttonClass } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { CollectionDialog } from "./collection-dialog";
import { CollectionTree, smartNote } from "./collection-tree";
import { useAddItems } from "./queries";

interface CollectionsPanelProps {
  promptId: string;
  title: string;
  onClose: () => void;
}

/** Adds one prompt to collections, and marks those it was added to in this session. */
export function CollectionsPanel({ promptId, title, onClose }: CollectionsPanelProps) {
  const add = useAddItems();
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const [creating, setCreating] = useState(false);
  const put = (id: string) =>
    add.mutate(
      { path: { id }, body: { prompt_ids: [promptId] } },
      { onSuccess: () => setAdded((before) => new Set(before).add(id)) },
    );
  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => !open && onClose()}
        side="right"
        title={t`Add to collection`}
        description={title}
        footer={
          <>
            <Link
              to="/collections"
              search={{}}
              className={buttonClass({ variant: "ghost", className: "mr-auto" })}
            >
              <Trans>All collections</Trans>
            </Link>
            <Button onClick={() => setCreating(true)}>
              <Trans>New Collection</Trans>
            </Button>
          </>
        }
      >
        <CollectionTree
          label={t`Your collections`}
          selected={null}
          onSelect={({ id }) => put(id)}
          note={(collection) => (added.has(collection.id) ? t`Added` : smartNote(collection))}
        />
      </Dialog>
      {creating && (
        <CollectionDialog byHand onClose={() => setCreating(false)} onDone={({ id }) => put(id)} />
      )}
    </>
  );
}
