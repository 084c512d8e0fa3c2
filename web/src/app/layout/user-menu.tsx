import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, LogOut, Settings, UserRound } from "lucide-react";
import { messageOf } from "@/api/client";
import { type User, useSignOut } from "@/api/session";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { toast } from "@/ui/toast";

export default function UserMenu({ user }: { user: User }) {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const name = user.full_name || user.email;
  const leave = async () => {
    try {
      await navigate({ to: "/" });
      await signOut();
    } catch (error) {
      toast.error("Signing out failed", { description: messageOf(error) });
    }
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Account menu of ${name}`}
          className="flex h-9.5 items-center gap-1.5 rounded-control px-1.5 hover:bg-well aria-expanded:bg-well"
        >
          <span
            aria-hidden="true"
            className="grid size-7 place-items-center rounded-control bg-accent-wash text-sm font-bold text-accent"
          >
            {initialOf(name)}
          </span>
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
        <UserRound aria-hidden="true" /> Profile
      </MenuItem>
      <MenuItem onSelect={() => void navigate({ to: "/settings" })}>
        <Settings aria-hidden="true" /> Settings
      </MenuItem>
      <MenuSeparator />
      <MenuItem onSelect={() => void leave()}>
        <LogOut aria-hidden="true" /> Sign Out
      </MenuItem>
    </Menu>
  );
}

function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? "?").toUpperCase();
}
