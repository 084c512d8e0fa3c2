import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { instanceOptions } from "@/api/admin";
import { messageOf } from "@/api/client";
import { useFormat } from "@/lib/format";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { bytes } from "./bytes";

/** Figures about the instance. */
export function InstanceTab() {
  const format = useFormat();
  const { data, error, refetch } = useQuery({ ...instanceOptions(), staleTime: 0 });
  if (error) {
    return (
      <NotLoaded title={t`The figures could not be loaded`} onRetry={() => void refetch()}>
        {messageOf(error)}
      </NotLoaded>
    );
  }
  if (!data) return <Skeleton className="h-40" />;
  const { counts } = data;
  const figures: [string, string][] = [
    [t`Accounts`, format.number(counts.accounts)],
    [t`Disabled accounts`, format.number(counts.disabled_accounts)],
    [t`Administrators`, format.number(counts.administrators)],
    [t`Prompts`, format.number(counts.prompts)],
    [t`Components`, format.number(counts.components)],
    [t`Collections`, format.number(counts.collections)],
    [t`Saved texts`, format.number(counts.saved_texts)],
    [t`Open reports`, format.number(counts.open_reports)],
    [t`Mails waiting`, format.number(counts.mails_waiting)],
    [t`Webhook messages waiting`, format.number(counts.webhook_messages_waiting)],
    [t`Database`, `${data.database === "postgres" ? "PostgreSQL" : "SQLite"}, ${bytes(data.database_bytes)}`],
    [t`Version`, data.version],
  ];
  return (
    <dl className="tray grid-cols-2 sm:grid-cols-3 lg:grid-cols-4">
      {figures.map(([label, value]) => (
        <div key={label} className="px-4 py-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-1 text-xl font-bold tabular-nums wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
