// How often applications fetched a prompt, by version, label and client.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { getPromptUsageOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { Usage } from "@/api/generated/types.gen";
import { csv } from "@/lib/csv";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { download } from "@/ui/download";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";

const DAYS = 30;

/** The table, under the names that the API gives its columns. */
function asCsv(items: Usage[]): string {
  const rows = items.map(({ version, label, client, requests, last_used_at }) => {
    return [version, label ?? "", client, requests, last_used_at];
  });
  return csv(["version", "label", "client", "requests", "last_used_at"], rows);
}

export function UsageTable({ promptId }: { promptId: string }) {
  const format = useFormat();
  const query = getPromptUsageOptions({ path: { id: promptId }, query: { days: DAYS } });
  const { data, error, isPending, refetch } = useQuery({ ...query, staleTime: 0 });
  return (
    <section aria-label={t`Requests`} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">
          <Trans>Requests in the last {DAYS} days</Trans>
        </h3>
        {data && data.requests > 0 && (
          <Button size="sm" onClick={() => download(asCsv(data.items), "requests.csv", "text/csv")}>
            <Trans>Download CSV</Trans>
          </Button>
        )}
      </div>
      {isPending && <Skeleton className="h-12" />}
      {error && (
        <NotLoaded title={t`The requests could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {data?.requests === 0 && (
        <p className="text-sm text-muted">
          <Trans>None yet. Requests to the address above are counted here, a few seconds later.</Trans>
        </p>
      )}
      {data && data.requests > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
        <div tabIndex={0} className="max-h-60 overflow-auto rounded-tray border">
          <table className="w-full text-left text-sm [&_td]:px-3 [&_td]:py-1.5 [&_th]:px-3 [&_th]:py-1.5">
            <thead className="border-b text-muted">
              <tr>
                <th scope="col">
                  <Trans>Text</Trans>
                </th>
                <th scope="col">
                  <Trans>Client</Trans>
                </th>
                <th scope="col" className="text-right">
                  <Trans>Requests</Trans>
                </th>
                <th scope="col">
                  <Trans>Last</Trans>
                </th>
              </tr>
            </thead>
            <tbody className="divide-y">
              {data.items.map(({ version, label, client, requests, last_used_at }) => (
                <tr key={`${version} ${label ?? ""} ${client}`}>
                  <td className="whitespace-nowrap">{label ? `${label} (${version})` : version}</td>
                  <td className="wrap-anywhere">{client}</td>
                  <td className="text-right tabular-nums">{format.number(requests)}</td>
                  <td className="whitespace-nowrap text-muted">{format.ago(last_used_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
