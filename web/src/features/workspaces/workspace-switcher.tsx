import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Check, ChevronsUpDown, Plus, Settings, UserRound, UsersRound } from "lucide-react";
import { switchWorkspace, useWorkspace, useWorkspaces } from "@/api/workspace";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/ui/menu";
import { roleLabel } from "./roles";

/** Which workspace the page shows, and switching it. Accounts without a team do not need it. */
export function WorkspaceSwitcher() {
  const navigate = useNavigate();
  const all = useWorkspaces() ?? [];
  const shown = useWorkspace();
  if (!shown || all.length < 2) return null;
  const Icon = shown.kind === "team" ? UsersRound : UserRound;
  const name = shown.kind === "team" ? shown.name : t`Personal`;
  return (
    <Menu
      trigger={
        <button
          type="button"
          data-workspace=""
          aria-label={t`Workspace: ${name}`}
          title={t`Switch workspace`}
          className="flex h-9.5 min-w-0 items-center gap-1.5 rounded-control border px-2 text-sm font-semibold hover:bg-well aria-expanded:bg-well"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <span className="max-w-32 truncate max-md:hidden">{name}</span>
          <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-muted max-sm:hidden" />
        </button>
      }
    >
      <MenuLabel>
        <Trans>Workspace</Trans>
      </MenuLabel>
      {all.map(({ id, kind, name, role }) => (
        <MenuItem
          key={id}
          role="menuitemradio"
          aria-checked={id === shown.id}
          onSelect={() => id !== shown.id && switchWorkspace(kind === "team" ? id : null)}
        >
          <Check aria-hidden="true" className={id === shown.id ? "text-accent!" : "invisible"} />
          <span className="min-w-0 flex-1">
            <span className="block max-w-64 truncate">{kind === "team" ? name : t`Personal`}</span>
            <span className="block max-w-64 truncate text-sm text-muted">
              {kind === "team" ? roleLabel(role) : name}
            </span>
          </span>
        </MenuItem>
      ))}
      <MenuSeparator />
      {shown.kind === "team" && (
        <MenuItem onSelect={() => void navigate({ to: "/settings", search: { tab: "team" } })}>
          <Settings aria-hidden="true" /> <Trans>Members and settings</Trans>
        </MenuItem>
      )}
      <MenuItem onSelect={() => void navigate({ to: "/settings", search: { tab: "team" }, hash: "new" })}>
        <Plus aria-hidden="true" /> <Trans>New team</Trans>
      </MenuItem>
    </Menu>
  );
}
