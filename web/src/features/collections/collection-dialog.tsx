import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { isSessionEnded, messageOf } from "@/api/client";
import { titleChars } from "@/core/lists";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { BoundedField } from "@/ui/bounded-field";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Segmented } from "@/ui/segmented";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { FilterPreview } from "./filter-preview";
import {
  type Collection,
  type CollectionDetail,
  newFilter,
  type SmartFilter,
  useCreateCollection,
  useUpdateCollection,
} from "./queries";

// It parses tags, which needs the core.
const FilterFields = lazyComponent(() => import("./filter-fields"), {
  failed: (failure) => <MissingPart what={t`The filter`} {...failure} />,
});

interface CollectionDialogProps {
  /** The collection to edit; without one, a new collection is created in `parentId`. */
  collection?: Collection | undefined;
  parentId?: string | undefined;
  /** Allows only manual collections, when items are to be added at once. */
  byHand?: boolean;
  /** Creates a smart collection that starts with this filter. */
  smart?: SmartFilter;
  onClose: () => void;
  onDone?: (collection: CollectionDetail) => void;
}

/** Creates or edits a collection. */
export function CollectionDialog({
  collection,
  parentId,
  byHand,
  smart,
  onClose,
  onDone,
}: CollectionDialogProps) {
  useOpenForm();
  const create = useCreateCollection();
  const update = useUpdateCollection();
  const [title, setTitle] = useState(collection?.title ?? "");
  const [description, setDescription] = useState(collection?.description ?? "");
  const [isPublic, setIsPublic] = useState(collection?.is_public ?? false);
  const [isSmart, setIsSmart] = useState(collection?.is_smart ?? smart !== undefined);
  const [filter, setFilter] = useState(collection?.filter ?? smart ?? newFilter);
  const [failure, setFailure] = useState<unknown>(null);
  const busy = create.isPending || update.isPending;

  const submit = async () => {
    const body = {
      title: title.trim(),
      description,
      is_public: isPublic,
      filter: isSmart ? { ...filter, search: filter.search?.trim() ?? "" } : null,
    };
    try {
      const done = collection
        ? await update.mutateAsync({ path: { id: collection.id }, body })
        : await create.mutateAsync({ body: { ...body, is_smart: isSmart, parent_id: parentId ?? null } });
      onDone?.(done);
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={titleOf(collection, smart)}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="collection-form"
            variant="primary"
            busy={busy}
            // An empty title is rejected here; a hidden one is rejected by the server.
            disabled={title.trim() === ""}
          >
            {collection ? t`Save` : t`Create Collection`}
          </Button>
        </>
      }
    >
      <form
        id="collection-form"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {isSessionEnded(failure) && <SignedOutAlert />}
        {failure !== null && !isSessionEnded(failure) && (
          <Alert>
            {collection
              ? t`Failed to save collection: ${messageOf(failure)}`
              : t`Failed to create collection: ${messageOf(failure)}`}
          </Alert>
        )}
        {!collection && !byHand && !smart && (
          <Segmented
            label={t`Kind of collection`}
            value={isSmart ? "smart" : "folder"}
            onChange={(kind) => setIsSmart(kind === "smart")}
            options={[
              { value: "folder", label: t`Manual` },
              { value: "smart", label: t`Smart (automatic)` },
            ]}
          />
        )}
        <BoundedField label={t`Title`} required value={title} limit={titleChars} onText={setTitle} />
        <Field label={t`Description`}>
          {(control) => (
            <Textarea
              {...control}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        {isSmart && (
          <>
            <FilterFields filter={filter} onChange={(part) => setFilter({ ...filter, ...part })} />
            <FilterPreview filter={filter} />
          </>
        )}
        <Checkbox
          label={t`Make Public`}
          hint={t`Anyone can open it and see its public prompts.`}
          checked={isPublic}
          onChange={(event) => setIsPublic(event.target.checked)}
        />
      </form>
    </Dialog>
  );
}

function titleOf(collection: Collection | undefined, smart: SmartFilter | undefined): string {
  if (collection) return collection.is_smart ? t`Edit Smart Collection` : t`Edit Collection`;
  return smart ? t`Save as a Smart Collection` : t`New Collection`;
}
