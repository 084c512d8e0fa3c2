import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { invite } from "@/api/admin";
import { ApiError, messageOf } from "@/api/client";
import type { NewInvitation } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Select } from "@/ui/select";
import { ShownOnce } from "@/ui/shown-once";

const lifetimes = [1, 7, 30, 90].map((days) => ({
  value: String(days),
  label: plural(days, { one: "# day", other: "# days" }),
}));

/** Makes an invitation, then shows its link once. */
export function NewInvitationDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const make = useMutation({ mutationFn: invite, onSuccess: () => refresh(queryClient, "admin") });
  const [email, setEmail] = useState("");
  const [days, setDays] = useState("7");
  if (make.data) return <InvitationLink made={make.data} onClose={onClose} />;

  const { error } = make;
  const aboutEmail = error instanceof ApiError && error.code !== "too_many" && error.field === "email";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ email: email.trim() || null, days: Number(days) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Invite somebody`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form="invitation-form" variant="primary" busy={make.isPending}>
            <Trans>Create invitation</Trans>
          </Button>
        </>
      }
    >
      <form id="invitation-form" noValidate className="space-y-4" onSubmit={submit}>
        {error && !aboutEmail && <Alert>{messageOf(error)}</Alert>}
        <Field
          label={t`Email`}
          hint={t`Only this address can use it. Leave empty for a link that anyone can use.`}
          error={aboutEmail ? messageOf(error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Valid for`}>
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

function InvitationLink({ made, onClose }: { made: NewInvitation; onClose: () => void }) {
  return (
    <ShownOnce
      title={made.email ? t`Invitation for ${made.email}` : t`Invitation for anyone with the link`}
      description={
        made.is_mailed
          ? t`The link is on its way by mail. You can also copy it now. It works once and won't be shown again.`
          : t`Copy the link now and send it. It works once and won't be shown again.`
      }
      label={t`Link`}
      copyLabel={t`Copy link`}
      secret={made.link}
      doneLabel={t`Done`}
      onClose={onClose}
    />
  );
}
