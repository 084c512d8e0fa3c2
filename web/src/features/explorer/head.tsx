// The header of the explorer, its tabs, and the container of the list.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { FileUp, Plus, Share } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button, buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { TabPanel, Tabs } from "@/ui/tabs";
import type { ExplorerParts } from "./parts";
import type { ExplorerSearch } from "./search";

const tabs = [
  { value: "prompts", label: t`Prompts` },
  { value: "assets", label: t`Assets` },
] as const;

interface ExplorerHeadProps {
  parts: ExplorerParts;
  tab: ExplorerSearch["tab"];
  onTab: (tab: ExplorerSearch["tab"]) => void;
  children: ReactNode;
}

/** The page, with the list as its children. */
export function ExplorerHead({ parts, tab, onTab, children }: ExplorerHeadProps) {
  const [exporting, setExporting] = useState(false);
  return (
    <>
      <PageHeader
        title={t`Prompt Explorer`}
        description={t`Your prompts and assets, and public ones of others.`}
        actions={
          <>
            <Link to="/import" className={buttonClass({})}>
              <FileUp aria-hidden="true" /> <Trans>Import</Trans>
            </Link>
            <Button onClick={() => setExporting(true)}>
              <Share aria-hidden="true" /> <Trans>Export</Trans>
            </Button>
            {tab === "assets" ? (
              <Link to="/editor" search={{ asset: true }} className={buttonClass({ variant: "primary" })}>
                <Plus aria-hidden="true" /> <Trans>New Asset</Trans>
              </Link>
            ) : (
              <Link to="/editor" search={{ new: "prompt" }} className={buttonClass({ variant: "primary" })}>
                <Plus aria-hidden="true" /> <Trans>New Prompt</Trans>
              </Link>
            )}
          </>
        }
      />
      {exporting && <parts.ExportMany source={{ kind: "everything" }} onClose={() => setExporting(false)} />}
      <Tabs label={t`What to show`} tabs={tabs} value={tab} onChange={onTab}>
        <TabPanel value={tab} className="space-y-4 pt-4">
          {children}
        </TabPanel>
      </Tabs>
    </>
  );
}
