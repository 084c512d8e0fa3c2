import { Trans } from "@lingui/react/macro";
import { Link, useRouterState } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { buttonClass } from "@/ui/button";
import { lazyComponent, RetryingPlaceholder } from "@/ui/lazy-component";
import { Architectures } from "./architectures";
import { Capabilities } from "./capabilities";
import { CaseDrawing } from "./case-drawing";
import { ProductPicture } from "./product-picture";
import { TryPrompt } from "./try-prompt";

// Few visitors see it, so it is lazy-loaded.
const AccountDeletedNotice = lazyComponent(() => import("./account-deleted-notice"), {
  failed: RetryingPlaceholder,
});

export function LandingPage() {
  const user = useSession();
  const farewell = useRouterState({ select: ({ location }) => location.state.accountDeleted });
  return (
    <>
      {farewell && <AccountDeletedNotice />}
      <section className="mx-auto grid w-full max-w-7xl items-center gap-x-16 gap-y-12 px-4 pt-14 pb-20 lg:grid-cols-[1fr_1.12fr] lg:px-8 lg:pt-20">
        <div>
          <h1 className="text-[clamp(2.5rem,5.2vw,4.25rem)] leading-[1.02] font-bold tracking-[-0.03em]">
            <Trans>
              A case for <br />
              every prompt.
            </Trans>
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted">
            <Trans>
              Promptcase is where prompts are written in parts, versioned like code, compared line by line and
              exported in seven formats. Everything is computed in your browser, as you type.
            </Trans>
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {user ? (
              <Link to="/studio" className={buttonClass({ variant: "primary", size: "lg" })}>
                <Trans>Open the Studio</Trans>
              </Link>
            ) : (
              <Link to="/register" className={buttonClass({ variant: "primary", size: "lg" })}>
                <Trans>Get Started Free</Trans>
              </Link>
            )}
            <Link to="/features" className={buttonClass({ size: "lg" })}>
              <Trans>See all features</Trans>
            </Link>
          </div>
          {!user && (
            <p className="mt-5 text-sm text-muted">
              <Trans>100 credits to start. No card needed.</Trans>
            </p>
          )}
        </div>
        <CaseDrawing />
      </section>

      <section aria-labelledby="product" className="border-t bg-well">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="product" className="max-w-2xl text-3xl leading-tight font-bold tracking-[-0.02em]">
            <Trans>Write on the left, see what the model gets on the right</Trans>
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            <Trans>
              Variables, versions and exports are beside the text, and everything works by keyboard.
            </Trans>
          </p>
          <div className="mt-10">
            <ProductPicture />
          </div>
        </div>
      </section>

      <section aria-labelledby="try" className="border-t">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="try" className="text-3xl leading-tight font-bold tracking-[-0.02em]">
            <Trans>Try a prompt</Trans>
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            <Trans>Fill in the three fields and copy the text into any chat. No account needed.</Trans>
          </p>
          <div className="mt-8">
            <TryPrompt />
          </div>
        </div>
      </section>

      <section aria-labelledby="capabilities" className="border-t bg-well">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="capabilities" className="max-w-2xl text-3xl leading-tight font-bold tracking-[-0.02em]">
            <Trans>Everything a prompt needs between the first idea and production</Trans>
          </h2>
          <Capabilities className="mt-10" />
        </div>
      </section>

      <section aria-labelledby="architectures" className="border-t">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="architectures" className="text-3xl leading-tight font-bold tracking-[-0.02em]">
            <Trans>Four architectures</Trans>
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            <Trans>
              From three lines to a system of parts. Choose the one your prompt needs; the exports follow.
            </Trans>
          </p>
          <Architectures className="mt-10" />
        </div>
      </section>

      <section className="border-t bg-accent-strong text-on-accent dark:bg-accent-wash dark:text-ink">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-6 px-4 py-14 lg:px-8">
          <div>
            <h2 className="text-3xl leading-tight font-bold tracking-[-0.02em]">
              <Trans>Put your prompts in order</Trans>
            </h2>
            <p className="mt-1 text-lg opacity-90">
              <Trans>Bring what you have: drop a file, keep its structure.</Trans>
            </p>
          </div>
          <div className="flex flex-wrap gap-3">
            <Link
              to="/register"
              className={buttonClass({
                size: "lg",
                className:
                  "border-transparent bg-surface text-accent [a&]:hover:bg-well focus-visible:outline-current",
              })}
            >
              <Trans>Create your account</Trans>
            </Link>
            <Link
              to="/features"
              hash="plans"
              className={buttonClass({
                variant: "ghost",
                size: "lg",
                className:
                  "border-current/40 text-current [a&]:hover:bg-white/10 focus-visible:outline-current",
              })}
            >
              <Trans>Compare plans</Trans>
            </Link>
          </div>
        </div>
      </section>
    </>
  );
}
