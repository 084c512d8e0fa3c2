import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2, Mail, Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  listTeamInvitationsOptions,
  revokeTeamInvitationMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { TeamInvitation, Workspace } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { InviteDialog } from "./invite-dialog";
import { roleLabel } from "./roles";

/** The invitations that wait, for owners and admins. */
export function Invitations({ team }: { team: Workspace }) {
  const queryClient = useQueryClient();
  const invitations = useQuery({ ...listTeamInvitationsOptions({ path: { id: team.id } }), staleTime: 0 });
  const [inviting, setInviting] = useState(false);
  const revoke = useMutation({
    ...revokeTeamInvitationMutation(),
    onSettled: () => refresh(queryClient, "listTeamInvitations"),
  });
  const items = invitations.data?.items;
  return (
    <SectionCard
      title={t`Invitations`}
      action={
        <Button size="sm" onClick={() => setInviting(true)}>
          <Plus aria-hidden="true" /> <Trans>Invite</Trans>
        </Button>
      }
    >
      {invitations.error && (
        <NotLoaded title={t`The invitations could not be loaded`} onRetry={() => void invitations.refetch()}>
          {messageOf(invitations.error)}
        </NotLoaded>
      )}
      {invitations.isPending && <Skeleton className="h-12" />}
      {revoke.error && <Alert className="mb-4">{messageOf(revoke.error)}</Alert>}
      {items?.length === 0 && (
        <p className="text-muted">
          <Trans>
            Nobody is invited at the moment. Invite colleagues by mail, or with a link that you send.
          </Trans>
        </p>
      )}
      <ul aria-label={t`Invitations`} className="divide-y">
        {items?.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            onRevoke={() => revoke.mutate({ path: { id: team.id, invitation_id: invitation.id } })}
          />
        ))}
      </ul>
      {inviting && <InviteDialog team={team} onClose={() => setInviting(false)} />}
    </SectionCard>
  );
}

function InvitationRow({ invitation, onRevoke }: { invitation: TeamInvitation; onRevoke: () => void }) {
  const format = useFormat();
  const { email, domain, role, expires_at } = invitation;
  const name = email ?? (domain ? t`Link for addresses at ${domain}` : t`Link`);
  const Icon = email ? Mail : Link2;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name} <Badge>{roleLabel(role)}</Badge>
        </p>
        <p className="text-sm text-muted">
          <Trans>expires {format.date(expires_at)}</Trans>
        </p>
      </div>
      <Button size="sm" aria-label={t`Revoke ${name}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}
