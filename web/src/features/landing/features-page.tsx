import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/ui/button";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Skeleton } from "@/ui/skeleton";
import { FeatureGroups } from "./feature-groups";

const PlanTable = lazyComponent(() => import("./plan-table"), {
  waiting: <Skeleton className="h-96" />,
  failed: (failure) => <MissingPart what={t`The plans`} {...failure} />,
});

const formats = [
  [t`Plain text`, ".txt"],
  [t`Markdown`, ".md"],
  ["YAML", ".yaml"],
  ["HTML", ".html"],
  ["XML", ".xml"],
  ["JSON", ".json"],
  [t`Prompty`, ".prompty"],
] as const;

export function FeaturesPage() {
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-16 lg:px-8">
      <header className="max-w-3xl">
        <h1 className="text-[clamp(2.25rem,4.5vw,3.5rem)] leading-[1.04] font-bold tracking-[-0.03em]">
          <Trans>What's inside</Trans>
        </h1>
        <p className="mt-4 text-lg text-muted">
          <Trans>
            For developers, AI engineers, content creators and anyone whose prompts have to work every time.
          </Trans>
        </p>
      </header>
      <div className="mt-14">
        <FeatureGroups />
      </div>
      <section aria-labelledby="formats" className="mt-20">
        <h2 id="formats" className="text-3xl font-bold tracking-[-0.02em]">
          <Trans>Seven formats</Trans>
        </h2>
        <p className="mt-2 max-w-2xl text-muted">
          <Trans>
            One prompt, seven files. Other programs read what you export, and six of the seven import back
            unchanged.
          </Trans>
        </p>
        <ul className="tray mt-8 grid-cols-2 sm:grid-cols-4 lg:grid-cols-7">
          {formats.map(([name, extension]) => (
            <li key={extension} className="p-5">
              <span className="font-bold">{name}</span>
              <span className="block font-mono text-sm text-muted">{extension}</span>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="plans" className="mt-20">
        <h2 id="plans" className="text-3xl font-bold tracking-[-0.02em]">
          <Trans>Choose the perfect plan for your needs</Trans>
        </h2>
        <p className="mt-2 mb-6 max-w-2xl text-muted">
          <Trans>Start free and upgrade as you grow. All plans include our core features.</Trans>
        </p>
        <PlanTable />
      </section>
      <p className="mt-16 flex flex-wrap gap-3">
        <Link to="/register" className={buttonClass({ variant: "primary", size: "lg" })}>
          <Trans>Get Started Free</Trans>
        </Link>
        <Link to="/docs" className={buttonClass({ size: "lg" })}>
          <Trans>Read the documentation</Trans>
        </Link>
      </p>
    </div>
  );
}
