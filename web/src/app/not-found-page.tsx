import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useLocation } from "@tanstack/react-router";
import { buttonClass } from "@/ui/button";
import { Main } from "@/ui/main";
import { usePageTitle } from "@/ui/page-title";

/** Shown to visitors for an address that no page has. */
export function NotFoundPage() {
  const { pathname } = useLocation();
  usePageTitle(t`Not found`);
  return (
    <Main className="mx-auto flex min-h-[60vh] max-w-lg flex-col items-start justify-center px-4">
      <h1 className="text-2xl font-bold">
        <Trans>This page does not exist</Trans>
      </h1>
      <p className="mt-2 text-muted wrap-anywhere">
        <Trans>
          There is no page at <code className="font-mono">{pathname}</code>. Check the address, or begin at
          the start.
        </Trans>
      </p>
      <div className="mt-5 flex flex-wrap gap-2">
        <Link to="/" className={buttonClass({ variant: "primary" })}>
          <Trans>Start page</Trans>
        </Link>
        <Link to="/login" className={buttonClass({})}>
          <Trans>Sign in</Trans>
        </Link>
      </div>
    </Main>
  );
}
