// The header of the explorer, its tabs, and the container of the list.
import { Link } from "@tanstack/react-router";
import { FileUp, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { TabPanel, Tabs } from "@/ui/tabs";
import type { ExplorerSearch } from "./search";

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
          <>
            <Link to="/import" className={buttonClass({})}>
              <FileUp aria-hidden="true" /> Import
            </Link>
            {tab === "assets" ? (
              <Link to="/editor" search={{ asset: true }} className={buttonClass({ variant: "primary" })}>
                <Plus aria-hidden="true" /> New Asset
              </Link>
            ) : (
              <Link to="/editor" search={{ new: "prompt" }} className={buttonClass({ variant: "primary" })}>
                <Plus aria-hidden="true" /> New Prompt
              </Link>
            )}
          </>
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
