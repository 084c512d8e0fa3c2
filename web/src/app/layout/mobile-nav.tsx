import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { buttonClass } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NavGroup } from "./nav-group";
import { communityNav, publicNav, workspaceNav } from "./nav-items";

interface MobileNavProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The menu on small screens, sliding in from the left. */
export default function MobileNav({ open, onOpenChange }: MobileNavProps) {
  const user = useSession();
  const close = () => onOpenChange(false);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Menu`} side="left">
      {user ? (
        <nav aria-label={t`Mobile`} className="-mx-3 space-y-6">
          <NavGroup label={t`Workspace`} items={workspaceNav} onFollow={close} />
          <NavGroup label={t`Community`} items={communityNav} onFollow={close} />
        </nav>
      ) : (
        <nav aria-label={t`Mobile`} className="flex flex-col gap-2">
          {publicNav.map(({ label, ...link }) => (
            <Link
              key={label}
              {...link}
              onClick={close}
              className={buttonClass({ variant: "ghost", className: "justify-start" })}
            >
              {label}
            </Link>
          ))}
          <Link to="/login" onClick={close} className={buttonClass({ className: "mt-2" })}>
            <Trans>Sign In</Trans>
          </Link>
          <Link
            to="/register"
            search={true}
            hash={true}
            onClick={close}
            className={buttonClass({ variant: "primary" })}
          >
            <Trans>Get Started</Trans>
          </Link>
        </nav>
      )}
    </Dialog>
  );
}
