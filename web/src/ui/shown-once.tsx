import { t } from "@lingui/core/macro";
import { Button } from "./button";
import { CopyButton } from "./copy-button";
import { Dialog } from "./dialog";
import { Field } from "./field";
import { Input } from "./input";

interface ShownOnceProps {
  title: string;
  description: string;
  /** What the secret is called: "Token". */
  label: string;
  copyLabel: string;
  secret: string;
  doneLabel?: string;
  onClose: () => void;
}

/** Shows a secret that the server does not give out again. */
export function ShownOnce({
  title,
  description,
  label,
  copyLabel,
  secret,
  doneLabel = t`I've saved it`,
  onClose,
}: ShownOnceProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      size="sm"
      footer={
        <>
          <CopyButton text={secret}>{copyLabel}</CopyButton>
          <Button variant="primary" onClick={onClose}>
            {doneLabel}
          </Button>
        </>
      }
    >
      <Field label={label} hideLabel>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={secret}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </Dialog>
  );
}
