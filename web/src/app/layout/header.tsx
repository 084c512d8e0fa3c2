import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { useSession } from "@/api/session";
import { buttonClass } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { lazyComponent, MissingControl, MissingOverlay, RetryingPlaceholder } from "@/ui/lazy-component";
import { Logo } from "@/ui/logo";
import { publicNav, topNav } from "./nav-items";
import { PaletteButton } from "./palette-button";
import { ThemeToggle } from "./theme-toggle";

// Both import Radix, which a visitor's first page does not need to load.
const UserMenu = lazyComponent(() => import("./user-menu"), {
  waiting: <div className="h-9.5 w-26.5" />,
  failed: ({ error, attempt, retry }) => (
    <>
      <MissingControl what={t`The account menu`} error={error} retry={retry} />
      <RetryingPlaceholder attempt={attempt} retry={retry} />
    </>
  ),
});
const MobileNav = lazyComponent(() => import("./mobile-nav"), {
  failed: ({ error, retry, props }) =>
    props.open && (
      <MissingOverlay
        what={t`The menu`}
        error={error}
        retry={retry}
        onDismiss={() => props.onOpenChange(false)}
      />
    ),
});
// Rendered for signed-in users only.
const CreditBadge = lazyComponent(() => import("@/features/credits/header-badge"), {
  failed: RetryingPlaceholder,
});

export function Header() {
  const user = useSession();
  const [menuOpen, setMenuOpen] = useState(false);
  const [menuWanted, setMenuWanted] = useState(false);
  return (
    <header className="group/header sticky top-0 z-30 border-b bg-ground/90 backdrop-blur-sm">
      <div className="flex h-14 items-center gap-2 px-4 lg:px-6">
        <IconButton
          label={t`Open menu`}
          className="-ml-2 lg:hidden"
          aria-haspopup="dialog"
          aria-expanded={menuOpen}
          onClick={() => {
            setMenuWanted(true);
            setMenuOpen(true);
          }}
        >
          <MenuIcon aria-hidden="true" />
        </IconButton>
        <Link to="/" className="mr-4 flex rounded-control">
          <Logo />
        </Link>
        {user !== undefined && (
          <nav aria-label={t`Main`} className="hidden lg:block">
            <ul className="flex gap-0.5">
              {(user ? topNav : publicNav).map(({ label, ...link }) => (
                <li key={label}>
                  <Link
                    {...link}
                    // Features and Pricing are places of one page.
                    activeOptions={{ includeHash: !user }}
                    className="block rounded-control px-3 py-1.5 font-medium text-muted transition-colors hover:bg-well hover:text-ink aria-[current=page]:text-accent"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <div className="ml-auto flex items-center gap-1.5">
          {user && <CreditBadge />}
          {user && <PaletteButton />}
          {/* On a phone it leaves its place to the workspaces; the settings have it too. */}
          <span className="max-[26rem]:group-has-data-workspace/header:hidden">
            <ThemeToggle />
          </span>
          {user && <UserMenu user={user} />}
          {user === null && (
            <>
              <Link to="/login" className={buttonClass({ variant: "ghost", className: "max-sm:hidden" })}>
                <Trans>Sign In</Trans>
              </Link>
              <Link to="/register" search={true} hash={true} className={buttonClass({ variant: "primary" })}>
                <Trans>Get Started</Trans>
              </Link>
            </>
          )}
        </div>
      </div>
      {menuWanted && <MobileNav open={menuOpen} onOpenChange={setMenuOpen} />}
    </header>
  );
}
