import type { ReactNode } from "react";
import { cn } from "./cn";

/** The target of the skip link, and of the focus on navigation. */
export const mainId = "main";

/** The content of a page: without header, footer and sidebar. */
export function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={cn("focus:outline-none", className)}>
      {children}
    </main>
  );
}

/**
 * Focuses `main` without navigating. As a plain link it would add a history entry, which Back would pass and the
 * router would load, and the focus would come later, when its target may be rendered anew.
 */
export function skipToMain(event: Pick<Event, "preventDefault">): void {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
}
