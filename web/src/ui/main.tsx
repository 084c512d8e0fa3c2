import type { ReactNode } from "react";
import { cn } from "./cn";

/** What the skip link leads to, and where the focus goes with every new page. */
export const mainId = "main";

/** What a page is about: without the header, the footer, and the sidebar where there is one. */
export function Main({ className, children }: { className: string; children: ReactNode }) {
  return (
    <main id={mainId} tabIndex={-1} className={cn("focus:outline-none", className)}>
      {children}
    </main>
  );
}

/**
 * What the skip link does. Left to the browser it would be another address, which Back would have to pass and the router would
 * load, and the focus would come a moment later, when what gets it may be drawn anew.
 */
export function skipToMain(event: Pick<Event, "preventDefault">): void {
  event.preventDefault();
  document.getElementById(mainId)?.focus();
}
