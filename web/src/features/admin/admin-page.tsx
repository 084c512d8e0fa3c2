import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { EmptyState } from "@/ui/empty-state";
import { PageHeader } from "@/ui/page-header";
import { TabPanel, Tabs } from "@/ui/tabs";
import { AccountsTab } from "./accounts-tab";
import { ActivityTab } from "./activity-tab";
import { InstanceTab } from "./instance-tab";
import { InvitationsTab } from "./invitations-tab";
import { ReportsTab } from "./reports-tab";

const tabs = [
  { value: "accounts", label: t`Accounts` },
  { value: "invitations", label: t`Invitations` },
  { value: "reports", label: t`Reports` },
  { value: "activity", label: t`Activity` },
  { value: "instance", label: t`Instance` },
] as const;

type AdminTab = (typeof tabs)[number]["value"];

/** What administrators of the instance see and do. */
export function AdminPage() {
  const search = useSearch({ from: "/workspace/admin" });
  const navigate = useNavigate();
  const { is_administrator } = useUser();
  const tab: AdminTab = tabs.find(({ value }) => value === search.tab)?.value ?? "accounts";
  if (!is_administrator) {
    return (
      <EmptyState level={1} title={t`Only administrators see this page`}>
        <Trans>Ask whoever runs this server.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="mx-auto max-w-6xl">
      <PageHeader title={t`Administration`} description={t`The accounts and public pages of this server.`} />
      <Tabs
        label={t`Administration`}
        tabs={tabs}
        value={tab}
        onChange={(next) => void navigate({ to: "/admin", search: { tab: next } })}
      >
        <TabPanel value="accounts">
          <AccountsTab />
        </TabPanel>
        <TabPanel value="invitations">
          <InvitationsTab />
        </TabPanel>
        <TabPanel value="reports">
          <ReportsTab />
        </TabPanel>
        <TabPanel value="activity">
          <ActivityTab />
        </TabPanel>
        <TabPanel value="instance">
          <InstanceTab />
        </TabPanel>
      </Tabs>
    </div>
  );
}
