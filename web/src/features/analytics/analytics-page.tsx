import { t } from "@lingui/core/macro";
import { getRouteApi } from "@tanstack/react-router";
import { PageHeader } from "@/ui/page-header";
import { AdvancedPanel } from "./advanced-panel";
import { AnalyticsPanel } from "./analytics-panel";

const route = getRouteApi("/workspace/analytics");

export function AnalyticsPage() {
  const { period } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={t`Analytics`}
        description={t`How your prompts are doing. Days of views, likes and forks are in UTC.`}
      />
      <AnalyticsPanel
        period={period}
        onPeriod={(next) => void navigate({ search: { period: next }, replace: true })}
      />
      <AdvancedPanel period={period} />
    </>
  );
}
