import { getRouteApi, Link } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { useScrollIntoView } from "@/ui/use-scroll-into-view";
import { ApiReference } from "./api-reference";
import { Components } from "./components";
import { Overview } from "./overview";
import type { DocsTab } from "./search";
import { Structures } from "./structures";

/** Not the first page. */
const UsePrompts = lazyComponent(() => import("./use-prompts"), {
  failed: (failure) => <MissingPart what="This page" {...failure} />,
});

// The longest page, and not the first.
const ExportFormats = lazyComponent(() => import("./export-formats"), {
  failed: (failure) => <MissingPart what="This page" {...failure} />,
});

const route = getRouteApi("/docs");

const pages: { tab: DocsTab; label: string; page: ComponentType }[] = [
  { tab: "overview", label: "Overview", page: Overview },
  { tab: "structures", label: "Prompt Structures", page: Structures },
  { tab: "components", label: "Component Library", page: Components },
  { tab: "exports", label: "Export Formats", page: ExportFormats },
  { tab: "use", label: "Use Prompts", page: UsePrompts },
  { tab: "api", label: "API Reference", page: ApiReference },
];

export function DocsPage() {
  const { tab } = route.useSearch();
  const row = useScrollIntoView<HTMLElement>(tab);
  const open = pages.find((page) => page.tab === tab) ?? pages[0];
  if (!open) return null;
  const Page = open.page;
  return (
    <div lang="en" className="mx-auto w-full max-w-6xl px-4 py-12 lg:px-8">
      <h1 className="text-[2.25rem] leading-tight font-bold tracking-[-0.02em]">Documentation</h1>
      <nav ref={row} aria-label="Documentation" className="scroll-row mt-6 flex gap-1 border-b">
        {pages.map(({ tab: to, label }) => (
          <Link
            key={to}
            to="/docs"
            search={{ tab: to }}
            data-chosen={to === tab || undefined}
            className="-mb-px shrink-0 border-b-2 border-transparent px-3 py-2.5 font-semibold text-muted hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-ink"
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="pt-8">
        <Page />
      </div>
    </div>
  );
}
