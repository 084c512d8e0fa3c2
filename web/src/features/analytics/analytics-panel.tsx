import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { getAnalyticsOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { Analytics } from "@/api/generated/types.gen";
import { messages } from "@/core/lists";
import { periods } from "@/core/periods";
import { csv } from "@/lib/csv";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { download } from "@/ui/download";
import { EmptyState } from "@/ui/empty-state";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { NotLoaded } from "@/ui/not-loaded";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import type { AnalyticsPeriod } from "./search";

// The chart library is larger than the page, so it loads only when there is data to draw.
export const DayChart = lazyComponent(() => import("./day-chart"), {
  waiting: <Skeleton className="h-64" />,
  failed: (failure) => <MissingPart what={t`The chart`} {...failure} />,
});

const series = [
  { key: "views", name: t`Views`, colour: "var(--accent)" },
  { key: "likes", name: t`Likes`, colour: "var(--danger)" },
  { key: "forks", name: t`Forks`, colour: "var(--brass)" },
  { key: "prompts_created", name: t`Prompts created`, colour: "var(--success)" },
] as const;

interface AnalyticsPanelProps {
  period: AnalyticsPeriod;
  onPeriod: (period: AnalyticsPeriod) => void;
}

export function AnalyticsPanel({ period, onPeriod }: AnalyticsPanelProps) {
  const { data, error, refetch } = useQuery({
    ...getAnalyticsOptions({ query: { period } }),
    placeholderData: keepPreviousData,
  });
  if (error && !data) {
    return (
      <NotLoaded title={t`Your analytics could not be loaded`} onRetry={() => void refetch()}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  return (
    <div className="space-y-6">
      <Totals data={data} />
      <Segmented label={t`Period`} options={periods} value={period} onChange={onPeriod} />
      {data ? <Details data={data} /> : <Skeleton className="h-72" />}
    </div>
  );
}

function Totals({ data }: { data: Analytics | undefined }) {
  const format = useFormat();
  const totals = [
    { name: t`Prompts`, value: data?.total_prompts },
    { name: t`Views`, value: data?.total_views },
    { name: t`Likes`, value: data?.total_likes },
    { name: t`Forks`, value: data?.total_forks },
    { name: t`Collections`, value: data?.total_collections },
    { name: t`Avg Rating`, value: data?.avg_rating, digits: 1 },
  ];
  return (
    <dl className="tray grid-cols-2 sm:grid-cols-3 xl:grid-cols-6">
      {totals.map(({ name, value, digits }) => (
        <div key={name} className="flex flex-col-reverse justify-end p-5">
          <dt className="text-muted">{name}</dt>
          <dd className="text-3xl font-bold tracking-tight tabular-nums">
            {value === undefined ? (
              <Skeleton className="h-9 w-16" />
            ) : digits && value === 0 ? (
              // No ratings yet: stars start at one.
              "–"
            ) : (
              format.number(value, digits ?? 0)
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const eventNames = {
  prompt_created: (count: number) => plural(count, { one: "# prompt created", other: "# prompts created" }),
  prompt_viewed: (count: number) => plural(count, { one: "# view", other: "# views" }),
  prompt_liked: (count: number) => plural(count, { one: "# like", other: "# likes" }),
  prompt_forked: (count: number) => plural(count, { one: "# fork", other: "# forks" }),
};

/** The figures of every day, under the names that the API gives them. */
function daysAsCsv({ by_day }: Analytics): string {
  const rows = by_day.map((day) => [day.date, day.views, day.likes, day.forks, day.prompts_created]);
  return csv(["date", "views", "likes", "forks", "prompts_created"], rows);
}

function Details({ data }: { data: Analytics }) {
  const format = useFormat();
  const { prompts_created, views, likes, forks } = data.in_period;
  if (prompts_created + views + likes + forks === 0) {
    return (
      <EmptyState title={messages.no_analytics_data}>
        <Trans>
          Nothing happened in this period. Views, likes and forks are counted as soon as you publish a prompt.
        </Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <SectionCard
        title={t`Activity by day`}
        action={
          <Button size="sm" onClick={() => download(daysAsCsv(data), "analytics.csv", "text/csv")}>
            <Trans>Download CSV</Trans>
          </Button>
        }
      >
        <DayChart caption={t`Activity by day`} days={data.by_day} series={series} />
      </SectionCard>
      <div className="grid gap-6 xl:grid-cols-2">
        <SectionCard title={t`Top prompts`}>
          {data.top_prompts.length === 0 ? (
            <p className="text-muted">
              <Trans>No views in this period.</Trans>
            </p>
          ) : (
            <table className="w-full text-left">
              <thead className="text-sm text-muted">
                <tr>
                  <th className="pb-2 font-normal">
                    <Trans>Prompt</Trans>
                  </th>
                  <th className="pb-2 pl-3 text-right font-normal">
                    <Trans>Views</Trans>
                  </th>
                  <th className="pb-2 pl-3 text-right font-normal">
                    <Trans>Likes</Trans>
                  </th>
                  <th className="pb-2 pl-3 text-right font-normal">
                    <Trans>Forks</Trans>
                  </th>
                </tr>
              </thead>
              <tbody className="tabular-nums">
                {data.top_prompts.map((top) => (
                  <tr key={top.prompt.id} className="border-t">
                    <td className="py-2 pr-3">
                      <Link
                        to="/editor"
                        search={{ prompt: top.prompt.id }}
                        className="font-semibold underline-offset-4 wrap-anywhere hover:text-accent hover:underline"
                      >
                        {top.prompt.title}
                      </Link>
                    </td>
                    <td className="py-2 text-right">{format.number(top.views)}</td>
                    <td className="py-2 text-right">{format.number(top.likes)}</td>
                    <td className="py-2 text-right">{format.number(top.forks)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </SectionCard>
        <SectionCard title={t`Recent activity`}>
          {data.recent_activity.length === 0 ? (
            <p className="text-muted">{messages.no_recent_activity}</p>
          ) : (
            <ul className="divide-y">
              {data.recent_activity.map((entry) => (
                <li key={`${entry.date} ${entry.event_type}`} className="flex justify-between gap-4 py-2">
                  <span>{eventNames[entry.event_type](entry.count)}</span>
                  <span className="text-muted">{format.day(entry.date)}</span>
                </li>
              ))}
            </ul>
          )}
        </SectionCard>
      </div>
    </>
  );
}
