// The roles of members, in words.
import { t } from "@lingui/core/macro";
import type { MemberRole } from "@/api/generated/types.gen";

export const roles: readonly { value: MemberRole; label: string; hint: string }[] = [
  {
    value: "owner",
    label: t`Owner`,
    hint: t`Also says who the owners are, pays, exports and deletes the team.`,
  },
  {
    value: "admin",
    label: t`Admin`,
    hint: t`Also invites, changes roles, renames the team and deletes for good.`,
  },
  { value: "editor", label: t`Editor`, hint: t`Creates and changes prompts, and spends the team's credits.` },
  { value: "commenter", label: t`Commenter`, hint: t`Reads. Will comment once there are comments.` },
  { value: "viewer", label: t`Viewer`, hint: t`Reads.` },
];

export function roleLabel(role: string): string {
  return roles.find(({ value }) => value === role)?.label ?? role;
}

export const administers = (role: MemberRole) => role === "owner" || role === "admin";
