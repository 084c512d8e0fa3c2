import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Mail, Plus } from "lucide-react";
import { useState } from "react";
import { invitationsOptions, revokeInvitation } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { Invitation } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { NewInvitationDialog } from "./new-invitation-dialog";

/** The invitations that wait to be used: made, listed and revoked. */
export function InvitationsTab() {
  const { data, error, isPending, refetch } = useQuery({ ...invitationsOptions(), staleTime: 0 });
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<Invitation | null>(null);
  const list = data?.items ?? [];
  return (
    <SectionCard
      title={t`Invitations`}
      description={t`Each lets one person sign up on this server.`}
      action={
        <Button size="sm" onClick={() => setInviting(true)}>
          <Plus aria-hidden="true" /> <Trans>Invite</Trans>
        </Button>
      }
    >
      {error && (
        <NotLoaded title={t`The invitations could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {isPending && <Skeleton className="h-12" />}
      {data && list.length === 0 && (
        <p className="text-muted">
          <Trans>No invitation waits to be used. Invite an address, or copy a link for anyone.</Trans>
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label={t`Invitations`} className="divide-y">
          {list.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} onRevoke={() => setLeaving(invitation)} />
          ))}
        </ul>
      )}
      {inviting && <NewInvitationDialog onClose={() => setInviting(false)} />}
      {leaving && <RevokeDialog invitation={leaving} onClose={() => setLeaving(null)} />}
    </SectionCard>
  );
}

const nameOf = ({ email }: Invitation): string => email ?? t`Anyone with the link`;

function Row({ invitation, onRevoke }: { invitation: Invitation; onRevoke: () => void }) {
  const format = useFormat();
  const name = nameOf(invitation);
  const until = t`Valid until ${format.date(invitation.expires_at)}`;
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Mail aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {until}
          {invitation.invited_by && ` · ${t`invited by ${invitation.invited_by}`}`}
        </p>
      </div>
      <Button size="sm" aria-label={t`Revoke the invitation: ${name}, ${until}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}

function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => revokeInvitation(invitation.id),
    // One that was used meanwhile is gone from the list, too.
    onSettled: () => refresh(queryClient, "admin"),
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Revoke this invitation?`}
      confirmLabel={t`Revoke`}
      danger
      busy={revoke.isPending}
      error={revoke.error ? messageOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate()}
    >
      <p className="font-semibold wrap-anywhere">{nameOf(invitation)}</p>
      <p>
        <Trans>Its link lets nobody sign up any more.</Trans>
      </p>
    </ConfirmDialog>
  );
}
