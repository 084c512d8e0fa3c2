import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHeader } from "@/ui/page-header";
import { TabPanel, Tabs } from "@/ui/tabs";
import { AccountTab } from "./account-tab";
import { GeneralTab } from "./general-tab";
import { NotificationsTab } from "./notifications-tab";
import { PrivacyTab } from "./privacy-tab";
import { WebhooksTab } from "./webhooks-tab";

const tabs = [
  { value: "general", label: t`General` },
  { value: "notifications", label: t`Notifications` },
  { value: "privacy", label: t`Privacy` },
  { value: "billing", label: t`Billing & Plans` },
  { value: "team", label: t`Team` },
  { value: "webhooks", label: t`Webhooks` },
  { value: "account", label: t`Account` },
] as const;

type SettingsTab = (typeof tabs)[number]["value"];

/** The tabs that other features render. */
export interface SettingsParts {
  billing: ReactNode;
  ownKeys: ReactNode;
  team: ReactNode;
  /** Deletes the drafts stored in this browser for a user. */
  forgetDrafts: (userId: string) => Promise<void>;
}

export function SettingsPage({ parts }: { parts: SettingsParts }) {
  // The page is also shown for unknown paths, so it reads the query of any route.
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  // The checkout returns with one of two flags, which concern the plan.
  const first = search.success || search.canceled ? "billing" : "general";
  const tab: SettingsTab = tabs.find(({ value }) => value === search.tab)?.value ?? first;
  return (
    <div className="mx-auto max-w-4xl">
      <PageHeader title={t`Settings`} description={t`How Promptcase looks and behaves for you.`} />
      <Tabs
        label={t`Settings`}
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ to: "/settings", search: { tab: next } })}
      >
        <TabPanel value="general" className="space-y-6">
          <GeneralTab />
          {parts.ownKeys}
        </TabPanel>
        <TabPanel value="notifications">
          <NotificationsTab />
        </TabPanel>
        <TabPanel value="privacy">
          <PrivacyTab />
        </TabPanel>
        <TabPanel value="billing">{parts.billing}</TabPanel>
        <TabPanel value="team">{parts.team}</TabPanel>
        <TabPanel value="webhooks">
          <WebhooksTab />
        </TabPanel>
        <TabPanel value="account">
          <AccountTab forgetDrafts={parts.forgetDrafts} />
        </TabPanel>
      </Tabs>
    </div>
  );
}
