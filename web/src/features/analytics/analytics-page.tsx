import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/ui/page-header";
import { AnalyticsPanel } from "./analytics-panel";

const route = getRouteApi("/workspace/analytics");

export function AnalyticsPage() {
  const { period } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title="Analytics" description="What came of your prompts. Days are counted in UTC." />
      <AnalyticsPanel
        period={period}
        onPeriod={(next) => void navigate({ search: { period: next }, replace: true })}
      />
    </>
  );
}
