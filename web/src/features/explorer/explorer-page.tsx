import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { ListSkeleton } from "./list-skeleton";
import type { ExplorerParts } from "./parts";
import type { ExplorerSearch } from "./search";

const Results = lazy(() => import("./results"));

const route = getRouteApi("/workspace/explorer");

const tabs = [
  { value: "prompts", label: "Prompts" },
  { value: "assets", label: "Assets" },
] as const;

export function ExplorerPage({ parts }: { parts: ExplorerParts }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // Typing and filtering replace the entry, so that Back leaves the page instead of undoing letters.
  const change = (part: Partial<ExplorerSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
  const assets = search.tab === "assets";
  const [selecting, setSelecting] = useState(false);

  return (
    <>
      <PageHeader
        title="Prompt Explorer"
        description="Your prompts and assets, and what others made public."
        actions={
          assets ? (
            <Link to="/editor" search={{ asset: true }} className={buttonClass({ variant: "primary" })}>
              <Plus aria-hidden="true" /> New Asset
            </Link>
          ) : (
            <Link to="/editor" search={{ new: "prompt" }} className={buttonClass({ variant: "primary" })}>
              <Plus aria-hidden="true" /> New Prompt
            </Link>
          )
        }
      />
      <Tabs
        label="What to show"
        tabs={tabs}
        value={search.tab}
        onChange={(tab) => void navigate({ search: (previous) => ({ ...previous, tab }) })}
      >
        <TabPanel value={search.tab} className="space-y-4 pt-4">
          <Suspense fallback={<ResultsSkeleton view={search.view} />}>
            <Results
              search={search}
              parts={parts}
              selecting={selecting}
              onSelecting={setSelecting}
              onChange={change}
              onClear={() => change({ q: "", category: "", structure: "", owner: "all" })}
            />
          </Suspense>
        </TabPanel>
      </Tabs>
    </>
  );
}

function ResultsSkeleton({ view }: { view: ExplorerSearch["view"] }) {
  return (
    <div className="min-h-[80vh] space-y-4">
      <Skeleton className="h-9.5" />
      <ListSkeleton view={view} />
    </div>
  );
}
