// What a block relies on: prompts, files, addresses and pictures, named but never fetched.
import { File, Image, Link2, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { type BlockAsset, type BlockAssetType, isReference, words } from "@/core";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { SortableList } from "@/ui/sortable-list";
import { useEditor, useSnapshot } from "../context";
import { changeAndFocus, elementId, itemElement } from "../focus";

const icons = { prompt: MessageSquareText, file: File, url: Link2, image: Image };

interface BlockAssetsProps {
  blockId: string;
  /** The block, to people. */
  name: string;
  ids: readonly string[];
}

export function BlockAssets({ blockId, name, ids }: BlockAssetsProps) {
  const { document: prompt, readOnly } = useEditor();
  const [adding, setAdding] = useState(false);
  const addButtonId = useId();
  if (readOnly && ids.length === 0) return null;
  return (
    <section aria-label={`Assets of ${name}`} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">Assets</h3>
      {ids.length > 0 && (
        <SortableList
          label={`Assets of ${name}`}
          className="gap-1.5"
          disabled={readOnly}
          items={ids.map((id) => ({ id }))}
          nameOf={(_, index) => `Asset ${index + 1}`}
          onMove={(id, index) => prompt.apply({ op: "move_item", id, index })}
        >
          {({ id }, handle, index) => (
            <AssetRow
              id={id}
              handle={readOnly ? null : handle}
              next={ids[index + 1] ?? ids[index - 1]}
              addButtonId={addButtonId}
            />
          )}
        </SortableList>
      )}
      {adding ? (
        <AssetForm
          submitLabel="Add Asset"
          onCancel={() =>
            changeAndFocus(
              () => setAdding(false),
              () => document.getElementById(addButtonId),
            )
          }
          onSubmit={(asset) =>
            changeAndFocus(
              () => {
                prompt.add({ kind: "asset", ...asset }, blockId);
                setAdding(false);
              },
              () => document.getElementById(addButtonId),
            )
          }
        />
      ) : (
        !readOnly && (
          <Button id={addButtonId} size="sm" className="self-start" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" /> Add asset
          </Button>
        )
      )}
    </section>
  );
}

interface AssetRowProps {
  id: string;
  handle: React.ReactNode;
  /** The asset that takes the focus when this one is removed. */
  next: string | undefined;
  addButtonId: string;
}

function AssetRow({ id, handle, next, addButtonId }: AssetRowProps) {
  const { document: prompt, readOnly } = useEditor();
  const asset = useSnapshot((document) => document.item(id, "asset"));
  const [editing, setEditing] = useState(false);
  if (!asset) return null;
  if (editing) {
    return (
      <AssetForm
        asset={asset}
        submitLabel="Apply"
        onCancel={() =>
          changeAndFocus(
            () => setEditing(false),
            () => itemElement(id, "head"),
          )
        }
        onSubmit={({ type, ...texts }) =>
          changeAndFocus(
            () => {
              prompt.apply({ op: "set_asset", id, asset_type: type, ...texts });
              setEditing(false);
            },
            () => itemElement(id, "head"),
          )
        }
      />
    );
  }
  const Icon = icons[asset.type];
  return (
    <div
      id={elementId(id, "head")}
      tabIndex={-1}
      className="flex items-center gap-2 rounded-control border bg-ground py-1 pr-1 pl-1.5"
    >
      {handle}
      <Icon aria-hidden="true" className="size-4 shrink-0 text-brass" />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <span className="sr-only">
            {words.block_asset_types.find(({ value }) => value === asset.type)?.label}:{" "}
          </span>
          {asset.title && <span className="mr-2 font-semibold">{asset.title}</span>}
          <span className="font-mono text-sm text-muted">{asset.reference}</span>
        </p>
        {asset.description && <p className="truncate text-sm text-muted">{asset.description}</p>}
      </div>
      {!readOnly && (
        <>
          <IconButton
            size="sm"
            label={`Edit asset ${asset.title ?? asset.reference}`}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={`Remove asset ${asset.title ?? asset.reference}`}
            onClick={() =>
              changeAndFocus(
                () => prompt.apply({ op: "remove_item", id }),
                () => itemElement(next, "head") ?? document.getElementById(addButtonId),
              )
            }
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      )}
    </div>
  );
}

interface AssetFormProps {
  asset?: BlockAsset;
  submitLabel: string;
  onSubmit: (asset: {
    type: BlockAssetType;
    reference: string;
    title?: string;
    description?: string;
  }) => void;
  onCancel: () => void;
}

function AssetForm({ asset, submitLabel, onSubmit, onCancel }: AssetFormProps) {
  const [type, setType] = useState<BlockAssetType>(asset?.type ?? "prompt");
  const [reference, setReference] = useState(asset?.reference ?? "");
  const [title, setTitle] = useState(asset?.title ?? "");
  const [description, setDescription] = useState(asset?.description ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ type, reference, ...(title && { title }), ...(description && { description }) });
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
      className="grid gap-3 rounded-control border bg-ground p-3 sm:grid-cols-[9rem_1fr]"
    >
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            options={words.block_asset_types}
            value={type}
            onChange={(event) => setType(event.target.value as BlockAssetType)}
          />
        )}
      </Field>
      <Field label="Reference" required hint={hints[type]}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </Field>
      <Field label="Title">
        {(control) => <Input {...control} value={title} onChange={(event) => setTitle(event.target.value)} />}
      </Field>
      <Field label="Description">
        {(control) => (
          <Input {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
        )}
      </Field>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button size="sm" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={!isReference(reference)}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

const hints: Record<BlockAssetType, string> = {
  prompt: "The id of the prompt",
  file: "The name of the file",
  url: "The address of the page",
  image: "The name or address of the picture",
};
