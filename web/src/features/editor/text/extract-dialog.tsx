// Makes a variable of the selected text.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { proposedName } from "@/core";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import type { TextTemplate } from "./text-binding";

export interface Selection {
  start: number;
  end: number;
  text: string;
}

interface ExtractDialogProps {
  selection: Selection;
  template: TextTemplate;
  onClose: () => void;
}

export default function ExtractDialog({ selection, template, onClose }: ExtractDialogProps) {
  const [name, setName] = useState(() => proposedName(selection.text));
  const [everywhere, setEverywhere] = useState(false);
  const [count] = useState(() => template.occurrences(selection.text));
  const [error, setError] = useState<string>();
  const submit = () => {
    if (template.extract(selection, name.trim(), everywhere)) return onClose();
    setError(t`Use letters, digits, “_”, “-” and “.” only, and select text outside of variables.`);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={t`Make a variable`}
      description={t`The selected text becomes its default.`}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" type="submit" form="extract-variable">
            <Trans>Make a variable</Trans>
          </Button>
        </>
      }
    >
      <form
        id="extract-variable"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={t`Name`} error={error}>
          {(control) => (
            <Input
              {...control}
              value={name}
              onFocus={({ target }) => target.select()}
              onChange={({ target }) => {
                setName(target.value);
                setError(undefined);
              }}
            />
          )}
        </Field>
        {count > 1 && (
          <Checkbox
            label={t`Replace it in all ${count} places`}
            checked={everywhere}
            onChange={({ target }) => setEverywhere(target.checked)}
          />
        )}
      </form>
    </Dialog>
  );
}
