import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { type Command, useCommands } from "@/ui/commands";
import { themeName, useTheme } from "../theme";
import { openPalette, openShortcuts } from "./overlays";

const settings = [
  { tab: "notifications", title: t`Notifications` },
  { tab: "privacy", title: t`Privacy` },
  { tab: "billing", title: t`Billing and plans` },
  { tab: "webhooks", title: t`Webhooks` },
  { tab: "account", title: t`Account, password, second factor and tokens` },
] as const;

/** The commands available on every page. */
export function useGlobalCommands(): void {
  const navigate = useNavigate();
  const { nextTheme, cycle } = useTheme();
  const go = t`Go to`;
  const commands: Command[] = [
    { id: "palette", title: t`Open the command palette`, keys: "mod+k", group: t`General`, run: openPalette },
    { id: "shortcuts", title: t`Show keyboard shortcuts`, keys: "?", group: t`General`, run: openShortcuts },
    { id: "theme", title: t`Switch theme to ${themeName(nextTheme)}`, group: t`General`, run: cycle },
    {
      id: "new-prompt",
      title: t`New prompt`,
      keys: "c",
      group: t`Create`,
      run: () => void navigate({ to: "/editor", search: { new: "prompt" } }),
    },
    {
      id: "new-asset",
      title: t`New asset`,
      group: t`Create`,
      run: () => void navigate({ to: "/editor", search: { asset: true } }),
    },
    {
      id: "go-studio",
      title: t`Prompt Studio`,
      keys: "g s",
      group: go,
      run: () => void navigate({ to: "/studio" }),
    },
    {
      id: "go-editor",
      title: t`Prompt Editor`,
      keys: "g e",
      group: go,
      run: () => void navigate({ to: "/editor" }),
    },
    {
      id: "go-explorer",
      title: t`Explorer`,
      keys: "g x",
      group: go,
      run: () => void navigate({ to: "/explorer" }),
    },
    {
      id: "go-library",
      title: t`Library`,
      keys: "g l",
      group: go,
      run: () => void navigate({ to: "/library" }),
    },
    {
      id: "go-collections",
      title: t`Collections`,
      keys: "g c",
      group: go,
      run: () => void navigate({ to: "/collections" }),
    },
    {
      id: "go-community",
      title: t`Community`,
      keys: "g h",
      group: go,
      run: () => void navigate({ to: "/community" }),
    },
    {
      id: "go-analytics",
      title: t`Analytics`,
      keys: "g a",
      group: go,
      run: () => void navigate({ to: "/analytics" }),
    },
    {
      id: "go-profile",
      title: t`Profile`,
      keys: "g p",
      group: go,
      run: () => void navigate({ to: "/profile" }),
    },
    {
      id: "go-settings",
      title: t`Settings`,
      keys: "g ,",
      group: go,
      run: () => void navigate({ to: "/settings" }),
    },
    ...settings.map(({ tab, title }) => ({
      id: `go-settings-${tab}`,
      title: t`Settings: ${title}`,
      group: go,
      run: () => void navigate({ to: "/settings", search: { tab } }),
    })),
    { id: "go-docs", title: t`Documentation`, group: go, run: () => void navigate({ to: "/docs" }) },
    { id: "go-trash", title: t`Trash`, group: go, run: () => void navigate({ to: "/trash" }) },
  ];
  useCommands(commands);
}
