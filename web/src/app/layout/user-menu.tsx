import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, LogOut, Settings, ShieldCheck, Sparkles, UserRound } from "lucide-react";
import { messageOf } from "@/api/client";
import { getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import { type User, useSignOut } from "@/api/session";
import NotificationBell from "@/features/notifications/notification-bell";
import { WorkspaceSwitcher } from "@/features/workspaces/workspace-switcher";
import { Avatar } from "@/ui/avatar";
import { Badge } from "@/ui/badge";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { toast } from "@/ui/toast";

/** The bell and the account menu. */
export default function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const billing = useQuery(getBillingOptions());
  // Without configured payments there is no plan to buy.
  const canUpgrade = billing.data?.is_configured === true && billing.data.plan_type !== "max";
  const name = user.full_name || user.email;
  const leave = async () => {
    try {
      await navigate({ to: "/" });
      await signOut();
    } catch (error) {
      toast.error(t`Signing out failed`, { description: messageOf(error) });
    }
  };
  return (
    <>
      <WorkspaceSwitcher />
      <NotificationBell />
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t`Account menu of ${name}`}
            className="flex h-9.5 items-center gap-1.5 rounded-control px-1.5 hover:bg-well aria-expanded:bg-well"
          >
            <Avatar name={name} url={user.avatar_url} />
            <ChevronDown aria-hidden="true" className="size-4 text-muted" />
          </button>
        }
      >
        <MenuLabel>
          <span className="block max-w-56 truncate font-semibold text-ink">{name}</span>
          {user.full_name && <span className="block max-w-56 truncate">{user.email}</span>}
        </MenuLabel>
        <MenuSeparator />
        <MenuItem onSelect={() => void navigate({ to: "/profile" })}>
          <UserRound aria-hidden="true" /> <Trans>Profile</Trans>
        </MenuItem>
        <MenuItem onSelect={() => void navigate({ to: "/settings" })}>
          <Settings aria-hidden="true" /> <Trans>Settings</Trans>
        </MenuItem>
        {user.is_administrator && (
          <MenuItem onSelect={() => void navigate({ to: "/admin" })}>
            <ShieldCheck aria-hidden="true" /> <Trans>Administration</Trans>
          </MenuItem>
        )}
        {canUpgrade && (
          <MenuItem onSelect={() => void navigate({ to: "/settings", search: { tab: "billing" } })}>
            <Sparkles aria-hidden="true" />{" "}
            <Trans>
              Upgrade Plan <Badge tone="accent">New</Badge>
            </Trans>
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem onSelect={() => void leave()}>
          <LogOut aria-hidden="true" /> <Trans>Sign Out</Trans>
        </MenuItem>
      </Menu>
    </>
  );
}
