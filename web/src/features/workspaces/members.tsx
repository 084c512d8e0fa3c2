import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  handOverWorkspaceMutation,
  listMembersOptions,
  removeMemberMutation,
  setMemberRoleMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Member, MemberRole, Workspace } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useUser } from "@/api/session";
import { Alert } from "@/ui/alert";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { administers, roleLabel, roles } from "./roles";

/** Who is in the team, and as what. */
export function Members({ team }: { team: Workspace }) {
  const queryClient = useQueryClient();
  const members = useQuery({ ...listMembersOptions({ path: { id: team.id } }), staleTime: 0 });
  const [leaving, setLeaving] = useState<Member | null>(null);
  const [heir, setHeir] = useState<Member | null>(null);
  const setRole = useMutation({
    ...setMemberRoleMutation(),
    onSettled: () => refresh(queryClient, "listMembers", "listWorkspaces"),
  });
  return (
    <SectionCard
      title={t`Members`}
      description={administers(team.role) ? undefined : t`Owners and admins change roles and invite.`}
    >
      {members.error && (
        <NotLoaded title={t`The members could not be loaded`} onRetry={() => void members.refetch()}>
          {messageOf(members.error)}
        </NotLoaded>
      )}
      {members.isPending && <Skeleton className="h-12" />}
      {setRole.error && <Alert className="mb-4">{messageOf(setRole.error)}</Alert>}
      <ul aria-label={t`Members`} className="divide-y">
        {members.data?.items.map((member) => (
          <MemberRow
            key={member.user_id}
            team={team}
            member={member}
            onRole={(role) =>
              setRole.mutate({ path: { id: team.id, account_id: member.user_id }, body: { role } })
            }
            onRemove={() => setLeaving(member)}
            onHandOver={() => setHeir(member)}
          />
        ))}
      </ul>
      {leaving && <RemoveDialog team={team} member={leaving} onClose={() => setLeaving(null)} />}
      {heir && <HandOverDialog team={team} member={heir} onClose={() => setHeir(null)} />}
    </SectionCard>
  );
}

interface MemberRowProps {
  team: Workspace;
  member: Member;
  onRole: (role: MemberRole) => void;
  onRemove: () => void;
  onHandOver: () => void;
}

function MemberRow({ team, member, onRole, onRemove, onHandOver }: MemberRowProps) {
  const isMe = useUser().id === member.user_id;
  const name = member.full_name || `@${member.handle}`;
  const owns = team.role === "owner";
  const manages = owns || (administers(team.role) && member.role !== "owner");
  const offered = roles.filter(({ value }) => owns || value !== "owner");
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <Avatar name={name} url={member.avatar_url} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {name}
          {isMe && (
            <Badge>
              <Trans>You</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted wrap-anywhere">{member.email ?? `@${member.handle}`}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {manages ? (
          <Select
            aria-label={t`Role of ${name}`}
            className="w-36"
            value={member.role}
            options={offered}
            onChange={(event) => onRole(event.target.value as MemberRole)}
          />
        ) : (
          <Badge>{roleLabel(member.role)}</Badge>
        )}
        {owns && !isMe && (
          <Button size="sm" aria-label={t`Hand the team over to ${name}`} onClick={onHandOver}>
            <Trans>Hand over</Trans>
          </Button>
        )}
        {manages && !isMe && (
          <Button size="sm" aria-label={t`Remove ${name}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        )}
      </div>
    </li>
  );
}

interface MemberDialogProps {
  team: Workspace;
  member: Member;
  onClose: () => void;
}

function RemoveDialog({ team, member, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...removeMemberMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listMembers", "listWorkspaces");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Remove ${member.full_name} from ${team.name}?`}
      confirmLabel={t`Remove`}
      danger
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ path: { id: team.id, account_id: member.user_id } })}
    >
      <p>
        <Trans>
          Access ends at once, with the API tokens for this team. What this member wrote stays in the team.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

function HandOverDialog({ team, member, onClose }: MemberDialogProps) {
  const queryClient = useQueryClient();
  const handOver = useMutation({
    ...handOverWorkspaceMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listMembers", "listWorkspaces");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Hand ${team.name} over to ${member.full_name}?`}
      confirmLabel={t`Hand over`}
      busy={handOver.isPending}
      error={handOver.error ? messageOf(handOver.error) : undefined}
      onConfirm={() => handOver.mutate({ path: { id: team.id }, body: { user_id: member.user_id } })}
    >
      <p>
        <Trans>{member.full_name} becomes owner, and you become admin.</Trans>
      </p>
    </ConfirmDialog>
  );
}
