import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-[0.25rem] border border-line-strong/50 bg-well px-1 font-mono text-xs text-muted">
      {children}
    </kbd>
  );
}

/** The name of the command key on this keyboard. */
export const commandKey = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘" : t`Ctrl`;
