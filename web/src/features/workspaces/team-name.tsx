import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/client";
import { updateWorkspaceMutation } from "@/api/generated/@tanstack/react-query.gen";
import type { Workspace } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { administers } from "./roles";

/** The name and handle of a team, which owners and admins change. */
export function TeamName({ team }: { team: Workspace }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(team.name);
  const [handle, setHandle] = useState(team.handle);
  const change = useMutation({
    ...updateWorkspaceMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listWorkspaces");
      toast.success(t`Saved`);
    },
  });
  const { error } = change;
  const field = error instanceof ApiError ? error.field : undefined;
  const readOnly = !administers(team.role);
  const isChanged = name.trim() !== team.name || handle.trim() !== team.handle;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) change.mutate({ path: { id: team.id }, body: { name, handle } });
  };
  return (
    <SectionCard
      title={team.name}
      description={readOnly ? t`Owners and admins can change name and handle.` : undefined}
    >
      <form className="space-y-4" onSubmit={submit}>
        {error && field !== "name" && field !== "handle" && <Alert>{messageOf(error)}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t`Name`} error={field === "name" ? messageOf(error) : undefined}>
            {(control) => (
              <Input
                {...control}
                value={name}
                maxLength={80}
                disabled={readOnly}
                onChange={(event) => setName(event.target.value)}
              />
            )}
          </Field>
          <Field label={t`Handle`} error={field === "handle" ? messageOf(error) : undefined}>
            {(control) => (
              <Input
                {...control}
                value={handle}
                maxLength={39}
                autoCapitalize="none"
                spellCheck={false}
                disabled={readOnly}
                onChange={(event) => setHandle(event.target.value)}
              />
            )}
          </Field>
        </div>
        {!readOnly && (
          <Button type="submit" busy={change.isPending} disabled={!isChanged || !name.trim()}>
            <Trans>Save</Trans>
          </Button>
        )}
      </form>
    </SectionCard>
  );
}
