// The keys of commands on signed-in pages. Part of the first code that runs, so that no key is pressed in vain: what a command
// opens may come later.
import { usePreferences } from "@/lib/preferences";
import { useCommandKeys } from "@/ui/commands";
import { useGlobalCommands } from "./global-commands";
import { useOverlayStore } from "./overlays";
import { PaletteShell } from "./palette-shell";

export function SignedInKeys() {
  const [{ single_key_shortcuts }] = usePreferences();
  const isWaiting = useOverlayStore(({ open, isWaiting }) => open === "palette" && isWaiting);
  useGlobalCommands();
  useCommandKeys(single_key_shortcuts);
  return isWaiting && <PaletteShell />;
}
