import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/client";
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
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    try {
      await onConfirm(password);
    } catch (failure) {
      setError(messageOf(failure));
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
          <Button onClick={onClose}>Cancel</Button>
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
        <Field label="Password" error={error}>
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
