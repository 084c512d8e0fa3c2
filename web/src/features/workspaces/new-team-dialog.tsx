import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/client";
import { createWorkspaceMutation } from "@/api/generated/@tanstack/react-query.gen";
import { switchWorkspace } from "@/api/workspace";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";

/** Creates a team, and shows it. */
export function NewTeamDialog({ onClose }: { onClose: () => void }) {
  useOpenForm();
  const [name, setName] = useState("");
  const [handle, setHandle] = useState("");
  const create = useMutation({
    ...createWorkspaceMutation(),
    onSuccess: ({ id }) => switchWorkspace(id, "/settings?tab=team"),
  });
  const { error } = create;
  const field = error instanceof ApiError ? error.field : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate({ body: { name, ...(handle.trim() && { handle }) } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`New team`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="team-form"
            variant="primary"
            busy={create.isPending || create.isSuccess}
            disabled={!name.trim()}
          >
            <Trans>Create team</Trans>
          </Button>
        </>
      }
    >
      <form id="team-form" className="space-y-4" onSubmit={submit}>
        {error && field !== "name" && field !== "handle" && <Alert>{messageOf(error)}</Alert>}
        <Field label={t`Name`} required error={field === "name" ? messageOf(error) : undefined}>
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={80}
              autoComplete="off"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t`Handle`}
          hint={t`Names the team's prompts, as in @acme/refund. Left empty, it is made from the name.`}
          error={field === "handle" ? messageOf(error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              value={handle}
              maxLength={39}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => setHandle(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
