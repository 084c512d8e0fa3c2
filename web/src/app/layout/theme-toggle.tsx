import { t } from "@lingui/core/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "@/ui/icon-button";
import { themeName, useTheme } from "../theme";

const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeToggle() {
  const { theme, nextTheme, cycle } = useTheme();
  const Icon = icons[theme];
  return (
    <IconButton label={t`Theme: ${themeName(theme)}. Switch to ${themeName(nextTheme)}`} onClick={cycle}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
