// Composes the community hub from the features it shows.
import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { AnalyticsPanel } from "@/features/analytics/analytics-panel";
import { CommunityPage } from "@/features/community/community-page";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";

const Fill = lazyComponent(() => import("@/features/fill/fill-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The prompt`} {...failure} onDismiss={props.onClose} />
  ),
});

const route = getRouteApi("/workspace/community");

export function CommunityRoute() {
  const { period } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: typeof period) =>
    void navigate({ search: (previous) => ({ ...previous, period: next }) });
  return <CommunityPage Fill={Fill} analytics={<AnalyticsPanel period={period} onPeriod={change} />} />;
}
