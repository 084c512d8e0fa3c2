import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { TabPanel, Tabs } from "@/ui/tabs";
import { ExplorerFilters } from "./explorer-filters";
import type { ExplorerParts } from "./parts";
import { PromptList } from "./prompt-list";
import type { ExplorerSearch } from "./search";

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
          <ExplorerFilters
            search={search}
            onChange={change}
            selecting={selecting}
            onSelecting={setSelecting}
          />
          <PromptList
            key={search.tab}
            search={search}
            parts={parts}
            selecting={selecting}
            onSelecting={setSelecting}
            onClear={() => change({ q: "", category: "", structure: "", owner: "all" })}
          />
        </TabPanel>
      </Tabs>
    </>
  );
}
