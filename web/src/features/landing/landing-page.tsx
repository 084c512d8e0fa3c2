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
            A case for <br />
            every prompt.
          </h1>
          <p className="mt-6 max-w-xl text-lg text-muted">
            Promptcase is where prompts are written in parts, versioned like code, compared line by line and
            exported in seven formats. Everything is computed in your browser, as you type.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {user ? (
              <Link to="/studio" className={buttonClass({ variant: "primary", size: "lg" })}>
                Open the Studio
              </Link>
            ) : (
              <Link to="/register" className={buttonClass({ variant: "primary", size: "lg" })}>
                Get Started Free
              </Link>
            )}
            <Link to="/features" className={buttonClass({ size: "lg" })}>
              See all features
            </Link>
          </div>
          {!user && <p className="mt-5 text-sm text-muted">100 credits to start. No card needed.</p>}
        </div>
        <CaseDrawing />
      </section>

      <section aria-labelledby="product" className="border-t bg-well">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="product" className="max-w-2xl text-3xl leading-tight font-bold tracking-[-0.02em]">
            Write on the left, see what the model gets on the right
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            Variables, versions and exports are beside the text, and everything works by keyboard.
          </p>
          <div className="mt-10">
            <ProductPicture />
          </div>
        </div>
      </section>

      <section aria-labelledby="try" className="border-t">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="try" className="text-3xl leading-tight font-bold tracking-[-0.02em]">
            Try a prompt
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            Fill in the three fields and copy the text into any chat. No account needed.
          </p>
          <div className="mt-8">
            <TryPrompt />
          </div>
        </div>
      </section>

      <section aria-labelledby="capabilities" className="border-t bg-well">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="capabilities" className="max-w-2xl text-3xl leading-tight font-bold tracking-[-0.02em]">
            Everything a prompt needs between the first idea and production
          </h2>
          <Capabilities className="mt-10" />
        </div>
      </section>

      <section aria-labelledby="architectures" className="border-t">
        <div className="mx-auto max-w-7xl px-4 py-20 lg:px-8">
          <h2 id="architectures" className="text-3xl leading-tight font-bold tracking-[-0.02em]">
            Four architectures
          </h2>
          <p className="mt-2 max-w-2xl text-muted">
            From three lines to a system of parts. Choose the one your prompt needs; the exports follow.
          </p>
          <Architectures className="mt-10" />
        </div>
      </section>

      <section className="border-t bg-accent-strong text-on-accent dark:bg-accent-wash dark:text-ink">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-6 px-4 py-14 lg:px-8">
          <div>
            <h2 className="text-3xl leading-tight font-bold tracking-[-0.02em]">Put your prompts in order</h2>
            <p className="mt-1 text-lg opacity-90">Bring what you have: drop a file, keep its structure.</p>
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
              Create your account
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
              Compare plans
            </Link>
          </div>
        </div>
      </section>
    </>
  );
}
