// What only signed-in pages need, loaded with the first of them: toasts, commands and their keys.
import { lazy, Suspense } from "react";
import { usePreferences } from "@/api/preferences";
import { useCommandKeys } from "@/ui/commands";
import { Toaster } from "@/ui/toast";
import { useTheme } from "../theme";
import { useGlobalCommands } from "./global-commands";
import { useOverlayStore } from "./overlays";

const Onboarding = lazy(() => import("@/features/onboarding/onboarding"));
const CommandPalette = lazy(() => import("./command-palette"));
const ShortcutsSheet = lazy(() => import("./shortcuts-sheet"));

export default function SignedInExtras() {
  const { dark } = useTheme();
  const [{ single_key_shortcuts }] = usePreferences();
  const open = useOverlayStore((state) => state.open);
  useGlobalCommands();
  useCommandKeys(single_key_shortcuts);
  return (
    <>
      <Toaster theme={dark ? "dark" : "light"} />
      <Suspense>
        <Onboarding />
        {open === "palette" && <CommandPalette />}
        {open === "shortcuts" && <ShortcutsSheet />}
      </Suspense>
    </>
  );
}
