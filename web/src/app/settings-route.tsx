// Composes the settings from the features that have a tab there. The administration is loaded from here, so that the
// table of routes, which every page loads, does not name its files.
import { useSearch } from "@tanstack/react-router";
import { BillingTab } from "@/features/billing/billing-tab";
import { CreditsCard } from "@/features/credits/credits-card";
import { OwnKeysCard } from "@/features/generation/own-keys-card";
import { SettingsPage } from "@/features/settings/settings-page";
import { UnknownPathPage } from "@/features/settings/unknown-path-page";
import { TeamTab } from "@/features/workspaces/team-tab";
import { lazyRouteComponent } from "./lazy-page";

function useParts() {
  const { success, canceled } = useSearch({ strict: false });
  return {
    billing: <BillingTab credits={<CreditsCard />} success={success} canceled={canceled} />,
    ownKeys: <OwnKeysCard />,
    team: <TeamTab />,
    forgetDrafts,
  };
}

// Lazy-loaded: this page needs the drafts only when an account is deleted.
async function forgetDrafts(userId: string) {
  const drafts = await import("@/features/editor/state/drafts");
  await drafts.deleteDraftsOf(userId);
}

export function SettingsRoute() {
  return <SettingsPage parts={useParts()} />;
}

export function UnknownPathRoute() {
  return <UnknownPathPage parts={useParts()} />;
}

export const AdminRoute = lazyRouteComponent(() => import("@/features/admin/admin-page"), "AdminPage");
