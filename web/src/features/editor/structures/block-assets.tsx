// The assets of a block: prompts, files, URLs and images, referenced but never fetched.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { File, Image, Link2, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { words } from "@/core/lists";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { SortableList } from "@/ui/sortable-list";
import { useEditor, useItem } from "../context";
import { changeAndFocus, elementId, itemElement } from "../focus";
import { AssetForm } from "./asset-form";

const icons = { prompt: MessageSquareText, file: File, url: Link2, image: Image };

interface BlockAssetsProps {
  blockId: string;
  /** The name of the block in labels. */
  name: string;
  ids: readonly string[];
}

export function BlockAssets({ blockId, name, ids }: BlockAssetsProps) {
  const { document: prompt, readOnly } = useEditor();
  const [adding, setAdding] = useState(false);
  const addButtonId = useId();
  if (readOnly && ids.length === 0) return null;
  return (
    <section aria-label={t`Assets of ${name}`} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">
        <Trans>Assets</Trans>
      </h3>
      {ids.length > 0 && (
        <SortableList
          label={t`Assets of ${name}`}
          className="gap-1.5"
          disabled={readOnly}
          items={ids.map((id) => ({ id }))}
          nameOf={(_, index) => t`Asset ${index + 1}`}
          titleOf={({ id }) => prompt.item(id, "asset")?.title ?? undefined}
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
          submitLabel={t`Add Asset`}
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
            <Plus aria-hidden="true" /> <Trans>Add asset</Trans>
          </Button>
        )
      )}
    </section>
  );
}

interface AssetRowProps {
  id: string;
  handle: React.ReactNode;
  /** The asset to focus after this one is removed. */
  next: string | undefined;
  addButtonId: string;
}

function AssetRow({ id, handle, next, addButtonId }: AssetRowProps) {
  const { document: prompt, readOnly } = useEditor();
  const asset = useItem(id, "asset", (item) => item);
  const [editing, setEditing] = useState(false);
  if (!asset) return null;
  if (editing) {
    return (
      <AssetForm
        asset={asset}
        submitLabel={t`Apply`}
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
            label={t`Edit asset ${asset.title ?? asset.reference}`}
            onClick={() => setEditing(true)}
          >
            <Pencil aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={t`Remove asset ${asset.title ?? asset.reference}`}
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
