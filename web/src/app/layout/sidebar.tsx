import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useUser } from "@/api/session";
import { readLocal, writeLocal } from "@/lib/storage";
import { buttonClass } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { NavGroup } from "./nav-group";
import { communityNav, workspaceNav } from "./nav-items";

export function Sidebar() {
  return (
    <aside className="hidden w-60 shrink-0 border-r lg:block">
      <nav
        aria-label={t`Workspace`}
        className="sticky top-14 flex max-h-[calc(100dvh-3.5rem)] flex-col gap-6 overflow-y-auto px-3 py-6"
      >
        <NavGroup label={t`Workspace`} items={workspaceNav} />
        <Promos />
        <NavGroup label={t`Community`} items={communityNav} />
      </nav>
    </aside>
  );
}

const promoLink = buttonClass({ size: "sm", className: "w-full" });

const promos = [
  {
    page: "/studio",
    title: t`AI Generation`,
    text: t`Describe what you need; get a structured prompt.`,
    action: (
      <Link to="/studio" search={{ ai: true }} className={promoLink}>
        <Trans>Generate Prompt</Trans>
      </Link>
    ),
  },
  {
    page: "/community",
    title: t`Community`,
    text: t`See what others write and build on it.`,
    action: (
      <Link to="/community" className={promoLink}>
        <Trans>Explore Community</Trans>
      </Link>
    ),
  },
];

/** What the product offers besides. A card can be dismissed for good, and never offers the page one is on. */
function Promos() {
  const page = useRouterState({ select: ({ location }) => location.pathname });
  const key = `promptcase.promos.${useUser().id}`;
  const [dismissed, setDismissed] = useState(() => (readLocal(key) ?? "").split(","));
  const shown = promos.filter((promo) => promo.page !== page && !dismissed.includes(promo.page));
  if (shown.length === 0) return null;
  const dismiss = (promo: string) => {
    const next = [...dismissed, promo];
    writeLocal(key, next.join(","));
    setDismissed(next);
  };
  return (
    <div className="tray shrink-0 grid-cols-1">
      {shown.map((promo) => (
        <Promo key={promo.page} {...promo} onDismiss={() => dismiss(promo.page)} />
      ))}
    </div>
  );
}

interface PromoProps {
  title: string;
  text: string;
  action: ReactNode;
  onDismiss: () => void;
}

function Promo({ title, text, action, onDismiss }: PromoProps) {
  return (
    <div className="relative p-3.5">
      <IconButton
        size="sm"
        label={t`Hide “${title}”`}
        className="absolute top-1.5 right-1.5"
        onClick={onDismiss}
      >
        <X aria-hidden="true" />
      </IconButton>
      <p className="pr-6 font-bold">{title}</p>
      <p className="mt-0.5 mb-2.5 text-sm text-muted">{text}</p>
      {action}
    </div>
  );
}
