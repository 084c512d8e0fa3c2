// The command keys of signed-in pages. They are part of the first chunk so that no key is lost; the code of a
// command may load later.
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
