// What of the explorer is known before anything has come: its head, its tabs, and the place of the list.
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { ListSkeleton } from "./list-skeleton";
import { type ExplorerSearch, explorerDefaults } from "./search";

const tabs = [
  { value: "prompts", label: "Prompts" },
  { value: "assets", label: "Assets" },
] as const;

interface ExplorerHeadProps {
  tab: ExplorerSearch["tab"];
  onTab: (tab: ExplorerSearch["tab"]) => void;
  children: ReactNode;
}

/** The page, with the list as its children. */
export function ExplorerHead({ tab, onTab, children }: ExplorerHeadProps) {
  return (
    <>
      <PageHeader
        title="Prompt Explorer"
        description="Your prompts and assets, and what others made public."
        actions={
          tab === "assets" ? (
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
      <Tabs label="What to show" tabs={tabs} value={tab} onChange={onTab}>
        <TabPanel value={tab} className="space-y-4 pt-4">
          {children}
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The page as it is drawn ahead of time. */
export function ExplorerPlaceholder() {
  return (
    <ExplorerHead tab={explorerDefaults.tab} onTab={() => {}}>
      <Skeleton className="h-9.5 max-xl:h-21 max-sm:h-32.5" />
      <ListSkeleton view={explorerDefaults.view} />
    </ExplorerHead>
  );
}
