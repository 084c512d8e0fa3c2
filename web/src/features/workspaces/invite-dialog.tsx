import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/client";
import { createTeamInvitationMutation } from "@/api/generated/@tanstack/react-query.gen";
import type { MemberRole, Workspace } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { ShownOnce } from "@/ui/shown-once";
import { roleLabel, roles } from "./roles";

const offered = roles.filter(({ value }) => value !== "owner");

const lifetimes = [
  { value: "1", label: t`1 day` },
  { value: "7", label: t`7 days` },
  { value: "30", label: t`30 days` },
  { value: "90", label: t`90 days` },
];

type Way = "mail" | "link";

/** Invites by mail or with a link, then shows the link once. */
export function InviteDialog({ team, onClose }: { team: Workspace; onClose: () => void }) {
  useOpenForm();
  const queryClient = useQueryClient();
  const invite = useMutation({
    ...createTeamInvitationMutation(),
    onSuccess: () => refresh(queryClient, "listTeamInvitations"),
  });
  const [way, setWay] = useState<Way>("mail");
  const [email, setEmail] = useState("");
  const [domain, setDomain] = useState("");
  const [role, setRole] = useState<MemberRole>("editor");
  const [days, setDays] = useState("7");
  const { error, data: made } = invite;
  const field = error instanceof ApiError ? error.field : undefined;
  const isComplete = way === "link" || email.trim() !== "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return;
    const whom = way === "mail" ? { email } : domain.trim() && { domain };
    invite.mutate({ path: { id: team.id }, body: { role, days: Number(days), ...whom } });
  };
  if (made) {
    const { email: invited } = made;
    const joinsAs = roleLabel(made.role);
    return (
      <ShownOnce
        title={t`Invite to ${team.name}`}
        description={
          invited
            ? t`${invited} gets a mail with this link, which works for an account with this address, once.`
            : t`Send this link to those who should join as ${joinsAs}. It works until it expires or you revoke it, and is not shown again.`
        }
        label={t`Link`}
        copyLabel={t`Copy link`}
        secret={made.link}
        doneLabel={t`Done`}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Invite to ${team.name}`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="invite-form"
            variant="primary"
            busy={invite.isPending}
            disabled={!isComplete}
          >
            {way === "mail" ? t`Send invitation` : t`Create link`}
          </Button>
        </>
      }
    >
      <form id="invite-form" className="space-y-4" onSubmit={submit}>
        {error && field !== "email" && field !== "domain" && <Alert>{messageOf(error)}</Alert>}
        <Segmented
          label={t`How to invite`}
          value={way}
          onChange={(next) => setWay(next as Way)}
          options={[
            { value: "mail", label: t`By mail` },
            { value: "link", label: t`With a link` },
          ]}
        />
        {way === "mail" ? (
          <Field label={t`Email`} required error={field === "email" ? messageOf(error) : undefined}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                placeholder="ada@example.org"
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <Field
            label={t`Only addresses at`}
            hint={t`A domain such as example.org. Left empty, whoever has the link can join.`}
            error={field === "domain" ? messageOf(error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={domain}
                placeholder="example.org"
                onChange={(event) => setDomain(event.target.value)}
              />
            )}
          </Field>
        )}
        <Field label={t`Role`} hint={offered.find(({ value }) => value === role)?.hint}>
          {(control) => (
            <Select
              {...control}
              value={role}
              options={offered}
              onChange={(event) => setRole(event.target.value as MemberRole)}
            />
          )}
        </Field>
        <Field label={t`Valid for`}>
          {(control) => (
            <Select
              {...control}
              value={days}
              options={lifetimes}
              onChange={(event) => setDays(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}
