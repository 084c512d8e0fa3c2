// Chooses the kind of the new record: a prompt, or one of the seven kinds of asset.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { type PromptType, words } from "@/core/lists";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";

const hints: Record<PromptType, string> = {
  prompt: t`Text for a model, in one of four structures`,
  context: t`Background a prompt relies on`,
  response_schema: t`The required form of the answer`,
  response_examples: t`Sample answers in the required form`,
  persona: t`Who the model acts as`,
  instructions: t`What the model should do`,
  constraints: t`What the model must not do`,
  examples: t`Worked examples`,
};

interface AssetTypePickerProps {
  open: boolean;
  onClose: () => void;
  onChoose: (type: PromptType) => void;
}

export function AssetTypePicker({ open, onClose, onChoose }: AssetTypePickerProps) {
  const [type, setType] = useState<PromptType>("context");
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={t`Select Asset Type`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" onClick={() => onChoose(type)}>
            {type === "prompt" ? t`Create Prompt` : t`Create Asset`}
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2 sm:grid-cols-2">
        <legend className="sr-only">
          <Trans>Type</Trans>
        </legend>
        {words.prompt_types.map(({ value, label }) => (
          <label
            key={value}
            className="flex cursor-pointer items-start gap-3 rounded-control border px-3 py-2.5 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="prompt-type"
              value={value}
              checked={value === type}
              onChange={() => setType(value)}
              className="mt-1 accent-(--accent-strong)"
            />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{hints[value]}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
