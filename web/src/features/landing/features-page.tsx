import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/ui/button";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Skeleton } from "@/ui/skeleton";
import { FeatureGroups } from "./feature-groups";

const PlanTable = lazyComponent(() => import("./plan-table"), {
  waiting: <Skeleton className="h-96" />,
  failed: (failure) => <MissingPart what="The plans" {...failure} />,
});

const formats = [
  ["Plain text", ".txt"],
  ["Markdown", ".md"],
  ["YAML", ".yaml"],
  ["HTML", ".html"],
  ["XML", ".xml"],
  ["JSON", ".json"],
  ["Prompty", ".prompty"],
] as const;

export function FeaturesPage() {
  return (
    <div className="mx-auto w-full max-w-7xl px-4 py-16 lg:px-8">
      <header className="max-w-3xl">
        <h1 className="text-[clamp(2.25rem,4.5vw,3.5rem)] leading-[1.04] font-bold tracking-[-0.03em]">
          What's inside
        </h1>
        <p className="mt-4 text-lg text-muted">
          For developers, AI engineers, content creators and anyone whose prompts have to work every time.
        </p>
      </header>
      <div className="mt-14">
        <FeatureGroups />
      </div>
      <section aria-labelledby="formats" className="mt-20">
        <h2 id="formats" className="text-3xl font-bold tracking-[-0.02em]">
          Seven formats
        </h2>
        <p className="mt-2 max-w-2xl text-muted">
          One prompt, seven files. Other programs read what you export, and six of the seven import back
          unchanged.
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
          Choose the perfect plan for your needs
        </h2>
        <p className="mt-2 mb-6 max-w-2xl text-muted">
          Start free and upgrade as you grow. All plans include our core features.
        </p>
        <PlanTable />
      </section>
      <p className="mt-16 flex flex-wrap gap-3">
        <Link to="/register" className={buttonClass({ variant: "primary", size: "lg" })}>
          Get Started Free
        </Link>
        <Link to="/docs" className={buttonClass({ size: "lg" })}>
          Read the documentation
        </Link>
      </p>
    </div>
  );
}
