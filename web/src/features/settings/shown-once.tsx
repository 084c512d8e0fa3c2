import { Trans } from "@lingui/react/macro";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface ShownOnceProps {
  title: string;
  description: string;
  /** What the secret is called: "Token". */
  label: string;
  copyLabel: string;
  secret: string;
  onClose: () => void;
}

/** Shows a secret that the server does not give out again. */
export function ShownOnce({ title, description, label, copyLabel, secret, onClose }: ShownOnceProps) {
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
            <Trans>I've saved it</Trans>
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
