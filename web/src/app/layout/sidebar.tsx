import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { buttonClass } from "@/ui/button";
import { NavGroup } from "./nav-group";
import { communityNav, workspaceNav } from "./nav-items";

export function Sidebar() {
  return (
    <aside className="hidden w-60 shrink-0 border-r lg:block">
      <nav
        aria-label="Workspace"
        className="sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-6 overflow-y-auto px-3 py-6"
      >
        <NavGroup label="Workspace" items={workspaceNav} />
        <div className="tray shrink-0 grid-cols-1">
          <Promo
            title="AI Generation"
            action={
              <Link to="/studio" search={{ ai: true }} className={promoLink}>
                Generate Prompt
              </Link>
            }
          >
            Describe what you need; get a structured prompt.
          </Promo>
          <Promo
            title="Community"
            action={
              <Link to="/community" className={promoLink}>
                Explore Community
              </Link>
            }
          >
            See what others write and build on it.
          </Promo>
        </div>
        <NavGroup label="Community" items={communityNav} />
      </nav>
    </aside>
  );
}

const promoLink = buttonClass({ size: "sm", className: "w-full" });

function Promo({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="p-3.5">
      <p className="font-bold">{title}</p>
      <p className="mt-0.5 mb-2.5 text-sm text-muted">{children}</p>
      {action}
    </div>
  );
}
