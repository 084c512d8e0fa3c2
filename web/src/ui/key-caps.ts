import { t } from "@lingui/core/macro";
import { commandKey } from "./kbd";

/** Keys as caps to draw: "mod+shift+s" gives ["Ctrl", "Shift", "S"]. */
export function keyCaps(keys: string): string[] {
  return keys.split(/[+ ]/).map((key) => {
    if (key === "mod") return commandKey;
    if (key === "enter") return "↵";
    if (key === "shift") return t`Shift`;
    if (key === "escape") return t`Esc`;
    return key.toUpperCase();
  });
}
