import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { ApiError, messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

interface PasswordDialogProps {
  title: string;
  confirmLabel: string;
  danger?: boolean;
  /** Whether all other inputs are valid. */
  ready?: boolean;
  children?: ReactNode;
  onClose: () => void;
  /** The confirmed action; a rejected password shows under the field. */
  onConfirm: (password: string) => Promise<void>;
}

/** Asks for the password before a protected action. */
export function PasswordDialog({
  title,
  confirmLabel,
  danger,
  ready = true,
  children,
  onClose,
  onConfirm,
}: PasswordDialogProps) {
  const [password, setPassword] = useState("");
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  // What the server says of another field of the form is not about the password.
  const isAtPassword = !(error instanceof ApiError && error.field && error.field !== "password");
  const submit = async () => {
    setBusy(true);
    try {
      await onConfirm(password);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="password-form"
            variant={danger ? "danger" : "primary"}
            busy={busy}
            disabled={password === "" || !ready}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form
        id="password-form"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready && password !== "") void submit();
        }}
      >
        {children}
        {error !== undefined && !isAtPassword && <Alert>{messageOf(error)}</Alert>}
        <Field label={t`Password`} error={error !== undefined && isAtPassword ? messageOf(error) : undefined}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
