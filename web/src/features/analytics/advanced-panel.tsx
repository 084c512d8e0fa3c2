// How prompts are fetched, run and tested: by day, by version and label, and by model.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/client";
import { getAdvancedAnalyticsOptions, getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { AdvancedAnalytics, ModelFigures, VersionFigures } from "@/api/generated/types.gen";
import { csv } from "@/lib/csv";
import { useFormat } from "@/lib/format";
import { usePreferences } from "@/lib/preferences";
import { Button, buttonClass } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { download } from "@/ui/download";
import { NotLoaded } from "@/ui/not-loaded";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { DayChart } from "./analytics-panel";
import type { AnalyticsPeriod } from "./search";

export function AdvancedPanel({ period }: { period: AnalyticsPeriod }) {
  const billing = useQuery(getBillingOptions());
  const [{ timezone }] = usePreferences();
  const isMax = billing.data?.plan_type === "max";
  const { data, error, refetch } = useQuery({
    ...getAdvancedAnalyticsOptions({ query: { period, time_zone: timezone } }),
    enabled: isMax,
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="advanced-analytics" className="mt-10 space-y-6">
      <div>
        <h2 id="advanced-analytics" className="text-xl font-bold">
          <Trans>Use in programs, runs and tests</Trans>
        </h2>
        <p className="text-muted">
          <Trans>Days begin at midnight in your time zone, {timezone}.</Trans>
        </p>
      </div>
      {billing.data && !isMax ? (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-well px-4 py-3">
          <p>
            <Trans>
              With Max you see which versions your programs fetch, what runs cost on each model, and how tests
              fare over time.
            </Trans>
          </p>
          <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
            <Trans>See the plans</Trans>
          </Link>
        </div>
      ) : error && !data ? (
        <NotLoaded title={t`These figures could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      ) : data ? (
        <Figures data={data} />
      ) : (
        <Skeleton className="h-72" />
      )}
    </section>
  );
}

const charts = {
  requests: {
    label: t`Requests`,
    series: [{ key: "requests", name: t`Requests`, colour: "var(--accent)" }],
  },
  runs: {
    label: t`Runs`,
    series: [
      { key: "succeeded_runs", name: t`Succeeded`, colour: "var(--success)" },
      { key: "failed_runs", name: t`Failed`, colour: "var(--danger)" },
    ],
  },
  cost: {
    label: t`Credits`,
    series: [{ key: "cost", name: t`Credits`, colour: "var(--brass)" }],
  },
  tests: {
    label: t`Tests`,
    series: [
      { key: "tests_passed", name: t`Passed`, colour: "var(--success)" },
      { key: "tests_failed", name: t`Failed`, colour: "var(--danger)" },
    ],
  },
} as const;

type Chart = keyof typeof charts;

const chartOptions = Object.entries(charts).map(([value, { label }]) => ({ value: value as Chart, label }));

/** The figures of every day, under the names that the API gives them. */
function daysAsCsv({ by_day }: AdvancedAnalytics): string {
  const names = ["requests", "runs", "failed_runs", "cost", "tests_passed", "tests_failed"] as const;
  const rows = by_day.map((day) => [day.date, ...names.map((name) => day[name])]);
  return csv(["date", ...names], rows);
}

function Figures({ data }: { data: AdvancedAnalytics }) {
  const [chart, setChart] = useState<Chart>("requests");
  const { label, series } = charts[chart];
  const days = data.by_day.map((day) => ({ ...day, succeeded_runs: day.runs - day.failed_runs }));
  const isEmpty = days.every((day) => series.every(({ key }) => day[key as keyof typeof day] === 0));
  return (
    <>
      <SectionCard
        title={t`Use by day`}
        action={
          <Button size="sm" onClick={() => download(daysAsCsv(data), "use-by-day.csv", "text/csv")}>
            <Trans>Download CSV</Trans>
          </Button>
        }
      >
        <div className="space-y-4">
          <Segmented label={t`Figures`} options={chartOptions} value={chart} onChange={setChart} />
          {isEmpty ? (
            <p className="text-muted">{emptyTexts[chart]}</p>
          ) : (
            <DayChart caption={label} days={days} series={series} />
          )}
        </div>
      </SectionCard>
      <div className="grid gap-6 xl:grid-cols-2">
        <Versions rows={data.by_version} />
        <Models rows={data.by_model} />
      </div>
    </>
  );
}

const emptyTexts: Record<Chart, string> = {
  requests: t`No program fetched a prompt in this period. “Use it” in the editor shows how to fetch one.`,
  runs: t`No prompt was run in this period.`,
  cost: t`Runs cost no credits in this period.`,
  tests: t`No test was run in this period.`,
};

function Versions({ rows }: { rows: VersionFigures[] }) {
  const format = useFormat();
  const asCsv = () =>
    csv(
      ["prompt_id", "title", "version", "label", "requests", "last_used_at"],
      rows.map((row) => [
        row.prompt_id,
        row.title,
        row.version,
        row.label ?? "",
        row.requests,
        row.last_used_at,
      ]),
    );
  return (
    <TableCard
      title={t`By version and label`}
      empty={t`No program fetched a prompt in this period.`}
      isEmpty={rows.length === 0}
      onDownload={() => download(asCsv(), "use-by-version.csv", "text/csv")}
      heads={[t`Prompt`, t`Version`, t`Label`]}
      numbers={[t`Requests`]}
    >
      {rows.map((row) => (
        <tr key={`${row.prompt_id} ${row.version} ${row.label}`} className="border-t">
          <td className="py-2 pr-3">
            <Link
              to="/editor"
              search={{ prompt: row.prompt_id, version: row.version }}
              className="font-semibold underline-offset-4 wrap-anywhere hover:text-accent hover:underline"
            >
              {row.title}
            </Link>
          </td>
          <td className="py-2 pr-3">{row.version}</td>
          <td className="py-2 pr-3 wrap-anywhere">{row.label ?? "–"}</td>
          <td className="py-2 text-right">{format.number(row.requests)}</td>
        </tr>
      ))}
    </TableCard>
  );
}

function Models({ rows }: { rows: ModelFigures[] }) {
  const format = useFormat();
  const seconds = (milliseconds: number | null | undefined) =>
    milliseconds == null ? "–" : t`${format.number(milliseconds / 1000, 1)} s`;
  const asCsv = () =>
    csv(
      ["provider", "model", "runs", "failed_runs", "cost", "tokens", "median_ms", "p95_ms"],
      rows.map((row) => [
        row.provider,
        row.model,
        row.runs,
        row.failed_runs,
        row.cost,
        row.tokens,
        row.median_ms ?? "",
        row.p95_ms ?? "",
      ]),
    );
  return (
    <TableCard
      title={t`Runs by model`}
      empty={t`No prompt was run in this period.`}
      isEmpty={rows.length === 0}
      onDownload={() => download(asCsv(), "runs-by-model.csv", "text/csv")}
      heads={[t`Model`]}
      numbers={[t`Runs`, t`Failed`, t`Credits`, t`Median time`, t`95% within`]}
    >
      {rows.map((row) => (
        <tr key={`${row.provider} ${row.model}`} className="border-t">
          <td className="py-2 pr-3 font-semibold wrap-anywhere">{row.model}</td>
          <td className="py-2 pl-3 text-right">{format.number(row.runs)}</td>
          <td className="py-2 pl-3 text-right">{format.number(row.failed_runs)}</td>
          <td className="py-2 pl-3 text-right">{format.number(row.cost)}</td>
          <td className="py-2 pl-3 text-right whitespace-nowrap">{seconds(row.median_ms)}</td>
          <td className="py-2 pl-3 text-right whitespace-nowrap">{seconds(row.p95_ms)}</td>
        </tr>
      ))}
    </TableCard>
  );
}

interface TableCardProps {
  title: string;
  /** What stands in place of the table. */
  empty: string;
  isEmpty: boolean;
  onDownload: () => void;
  heads: string[];
  /** Heads of columns of numbers, after the others. */
  numbers: string[];
  children: ReactNode;
}

function TableCard({ title, empty, isEmpty, onDownload, heads, numbers, children }: TableCardProps) {
  return (
    <SectionCard
      title={title}
      action={
        !isEmpty && (
          <Button size="sm" onClick={onDownload} aria-label={t`Download “${title}” as CSV`}>
            <Trans>Download CSV</Trans>
          </Button>
        )
      }
    >
      {isEmpty ? (
        <p className="text-muted">{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard.
        <section className="overflow-x-auto" aria-label={title} tabIndex={0}>
          <table className="w-full text-left">
            <thead className="text-sm text-muted">
              <tr>
                {heads.map((head) => (
                  <th key={head} className="pr-3 pb-2 font-normal">
                    {head}
                  </th>
                ))}
                {numbers.map((head) => (
                  <th key={head} className="pb-2 pl-3 text-right font-normal">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="tabular-nums">{children}</tbody>
          </table>
        </section>
      )}
    </SectionCard>
  );
}
