import { useNavigate } from "@tanstack/react-router";
import { type Command, useCommands } from "@/ui/commands";
import { useTheme } from "../theme";
import { openPalette, openShortcuts } from "./overlays";

const settings = [
  { tab: "notifications", title: "Notifications" },
  { tab: "privacy", title: "Privacy" },
  { tab: "billing", title: "Billing and plans" },
  { tab: "webhooks", title: "Webhooks" },
  { tab: "account", title: "Account, password, second factor and tokens" },
] as const;

/** The commands available on every page. */
export function useGlobalCommands(): void {
  const navigate = useNavigate();
  const { nextTheme, cycle } = useTheme();
  const go = "Go to";
  const commands: Command[] = [
    { id: "palette", title: "Open the command palette", keys: "mod+k", group: "General", run: openPalette },
    { id: "shortcuts", title: "Show keyboard shortcuts", keys: "?", group: "General", run: openShortcuts },
    { id: "theme", title: `Switch theme to ${nextTheme}`, group: "General", run: cycle },
    {
      id: "new-prompt",
      title: "New prompt",
      keys: "c",
      group: "Create",
      run: () => void navigate({ to: "/editor", search: { new: "prompt" } }),
    },
    {
      id: "new-asset",
      title: "New asset",
      group: "Create",
      run: () => void navigate({ to: "/editor", search: { asset: true } }),
    },
    {
      id: "go-studio",
      title: "Prompt Studio",
      keys: "g s",
      group: go,
      run: () => void navigate({ to: "/studio" }),
    },
    {
      id: "go-editor",
      title: "Prompt Editor",
      keys: "g e",
      group: go,
      run: () => void navigate({ to: "/editor" }),
    },
    {
      id: "go-explorer",
      title: "Explorer",
      keys: "g x",
      group: go,
      run: () => void navigate({ to: "/explorer" }),
    },
    {
      id: "go-library",
      title: "Library",
      keys: "g l",
      group: go,
      run: () => void navigate({ to: "/library" }),
    },
    {
      id: "go-collections",
      title: "Collections",
      keys: "g c",
      group: go,
      run: () => void navigate({ to: "/collections" }),
    },
    {
      id: "go-community",
      title: "Community",
      keys: "g h",
      group: go,
      run: () => void navigate({ to: "/community" }),
    },
    {
      id: "go-analytics",
      title: "Analytics",
      keys: "g a",
      group: go,
      run: () => void navigate({ to: "/analytics" }),
    },
    {
      id: "go-profile",
      title: "Profile",
      keys: "g p",
      group: go,
      run: () => void navigate({ to: "/profile" }),
    },
    {
      id: "go-settings",
      title: "Settings",
      keys: "g ,",
      group: go,
      run: () => void navigate({ to: "/settings" }),
    },
    ...settings.map(({ tab, title }) => ({
      id: `go-settings-${tab}`,
      title: `Settings: ${title}`,
      group: go,
      run: () => void navigate({ to: "/settings", search: { tab } }),
    })),
    { id: "go-docs", title: "Documentation", group: go, run: () => void navigate({ to: "/docs" }) },
    { id: "go-trash", title: "Trash", group: go, run: () => void navigate({ to: "/trash" }) },
  ];
  useCommands(commands);
}
