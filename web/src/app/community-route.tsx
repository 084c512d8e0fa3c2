// Composes the community hub from the features it shows.
import { getRouteApi } from "@tanstack/react-router";
import { AnalyticsPanel } from "@/features/analytics/analytics-panel";
import { CommunityPage } from "@/features/community/community-page";

const route = getRouteApi("/workspace/community");

export function CommunityRoute() {
  const { period } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: typeof period) =>
    void navigate({ search: (previous) => ({ ...previous, period: next }) });
  return <CommunityPage analytics={<AnalyticsPanel period={period} onPeriod={change} />} />;
}
