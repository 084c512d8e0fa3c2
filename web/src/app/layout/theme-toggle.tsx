import { t } from "@lingui/core/macro";
import { Monitor, Moon, Sun } from "lucide-react";
import { IconButton } from "@/ui/icon-button";
import { useTheme } from "../theme";

const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeToggle() {
  const { theme, nextTheme, cycle } = useTheme();
  const Icon = icons[theme];
  return (
    <IconButton label={t`Theme: ${theme}. Switch to ${nextTheme}`} onClick={cycle}>
      <Icon aria-hidden="true" />
    </IconButton>
  );
}
