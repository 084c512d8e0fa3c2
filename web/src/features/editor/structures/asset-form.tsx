// The form for an asset of a block.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type FormEvent, useState } from "react";
import { type BlockAsset, type BlockAssetType, isReference, words } from "@/core";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { usePendingInput } from "../context";
import { PromptChooser } from "./prompt-chooser";

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

export function AssetForm({ asset, submitLabel, onSubmit, onCancel }: AssetFormProps) {
  const [type, setType] = useState<BlockAssetType>(asset?.type ?? "prompt");
  const [reference, setReference] = useState(asset?.reference ?? "");
  const [title, setTitle] = useState(asset?.title ?? "");
  const [description, setDescription] = useState(asset?.description ?? "");
  const enter = () => {
    if (isReference(reference)) {
      onSubmit({ type, reference, ...(title && { title }), ...(description && { description }) });
    }
  };
  usePendingInput(enter);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter();
  };
  return (
    <form
      onSubmit={submit}
      onKeyDown={(event) => event.key === "Escape" && onCancel()}
      className="grid gap-3 rounded-control border bg-ground p-3 sm:grid-cols-[9rem_1fr]"
    >
      <Field label={t`Type`}>
        {(control) => (
          <Select
            {...control}
            options={words.block_asset_types}
            value={type}
            onChange={(event) => setType(event.target.value as BlockAssetType)}
          />
        )}
      </Field>
      <Field label={t`Reference`} required hint={hints[type]}>
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={reference}
            onChange={(event) => setReference(event.target.value)}
          />
        )}
      </Field>
      {type === "prompt" && (
        <PromptChooser
          className="sm:col-span-2"
          chosen={reference}
          onChoose={(prompt) => {
            setReference(prompt.id);
            setTitle(prompt.title);
          }}
        />
      )}
      <Field label={t`Title`}>
        {(control) => <Input {...control} value={title} onChange={(event) => setTitle(event.target.value)} />}
      </Field>
      <Field label={t`Description`}>
        {(control) => (
          <Input {...control} value={description} onChange={(event) => setDescription(event.target.value)} />
        )}
      </Field>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button size="sm" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button size="sm" type="submit" variant="primary" disabled={!isReference(reference)}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

const hints: Record<BlockAssetType, string> = {
  prompt: t`The prompt's id. Choose a prompt below to fill it in`,
  file: t`The name of the file`,
  url: t`The address of the page`,
  image: t`The name or address of the picture`,
};
