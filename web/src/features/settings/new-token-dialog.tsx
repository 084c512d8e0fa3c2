import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, isSessionEnded, messageOf } from "@/api/client";
import { createTokenMutation } from "@/api/generated/@tanstack/react-query.gen";
import type { ApiToken } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { tokenNameChars } from "@/core/lists";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { BoundedField } from "@/ui/bounded-field";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { SignedOutAlert } from "@/ui/signed-out-alert";

const lifetimes = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "Never" },
];

const scopes = [
  { value: "read", label: "Read", hint: "Can read everything you can, and change nothing." },
  { value: "write", label: "Read and change", hint: "Can create, change and delete on your behalf." },
] as const;

/** Creates a token, then shows it once. */
export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  useOpenForm();
  const queryClient = useQueryClient();
  const create = useMutation({
    ...createTokenMutation(),
    onSuccess: () => refresh(queryClient, "listTokens"),
  });
  const [name, setName] = useState("");
  const [scope, setScope] = useState<ApiToken["scope"]>("read");
  const [days, setDays] = useState("90");

  if (create.data) {
    return <ShownOnce name={create.data.name} token={create.data.token} onClose={onClose} />;
  }
  const { error } = create;
  const atName = error instanceof ApiError && error.field === "name";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    const expires_at = days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString();
    create.mutate({ body: { name, scope, expires_at } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New API token"
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="token-form"
            variant="primary"
            busy={create.isPending}
            disabled={name.trim() === ""}
          >
            Create token
          </Button>
        </>
      }
    >
      <form id="token-form" className="space-y-4" onSubmit={submit}>
        {isSessionEnded(error) && <SignedOutAlert />}
        {error && !atName && !isSessionEnded(error) && <Alert>{messageOf(error)}</Alert>}
        <BoundedField
          label="Name"
          required
          hint="A name to recognize it by."
          error={atName ? messageOf(error) : undefined}
          value={name}
          limit={tokenNameChars}
          placeholder="Nightly export"
          onText={setName}
        />
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-semibold">Access</legend>
          {scopes.map(({ value, label, hint }) => (
            <label
              key={value}
              className="cursor-pointer rounded-control border px-3 py-2 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name="token-scope"
                className="sr-only"
                checked={value === scope}
                onChange={() => setScope(value)}
              />
              <span className="block font-semibold">{label}</span>
              <span className="block text-sm text-muted">{hint}</span>
            </label>
          ))}
        </fieldset>
        <Field label="Expires after">
          {(control) => (
            <Select
              {...control}
              options={lifetimes}
              value={days}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

function ShownOnce({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Token “${name}”`}
      description="Copy it now and keep it safe like a password. It won't be shown again."
      size="sm"
      footer={
        <>
          <CopyButton text={token}>Copy token</CopyButton>
          <Button variant="primary" onClick={onClose}>
            I've saved it
          </Button>
        </>
      }
    >
      <Field label="Token" hideLabel>
        {(control) => (
          <Input
            {...control}
            readOnly
            value={token}
            className="font-mono text-sm"
            onFocus={(event) => event.target.select()}
          />
        )}
      </Field>
    </Dialog>
  );
}
