import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface TwoFactorSetupProps {
  secret: string;
  qrCode: string;
  onClose: () => void;
  onEnter: (code: string) => Promise<void>;
}

/** Shows the QR code for the authenticator app and asks for the first code. */
export function TwoFactorSetup({ secret, qrCode, onClose, onEnter }: TwoFactorSetupProps) {
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const submit = async () => {
    try {
      await onEnter(code);
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Set up two-factor`}
      size="sm"
      footer={
        <Button type="submit" form="code-form" variant="primary" disabled={code.trim() === ""}>
          <Trans>Turn on</Trans>
        </Button>
      }
    >
      <p>
        <Trans>Scan this QR code with an authenticator app, then enter the code it shows.</Trans>
      </p>
      <img
        src={qrCode}
        alt={t`QR code for the authenticator app`}
        className="mx-auto my-4 size-48 rounded-control bg-white p-2"
      />
      <p className="text-sm text-muted">
        <Trans>Or type in this key:</Trans> <code className="font-mono text-ink wrap-anywhere">{secret}</code>
      </p>
      <form
        id="code-form"
        className="mt-4"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label={t`Code`} error={error}>
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
