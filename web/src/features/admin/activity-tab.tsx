import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { auditOptions } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { AuditAction, AuditEntry } from "@/api/generated/types.gen";
import { useFormat } from "@/lib/format";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { acts } from "./acts";

/** The audit log, filtered by act and account. */
export function ActivityTab() {
  const search = useSearch({ from: "/workspace/admin" });
  const navigate = useNavigate();
  const action = search.action && search.action in acts ? (search.action as AuditAction) : undefined;
  const filter = { ...(action && { action }), ...(search.about && { account_id: search.about }) };
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...auditOptions({ limit: 50, ...filter }),
      staleTime: 0,
    });
  const entries = data?.pages.flatMap((page) => page.items) ?? [];
  const options = Object.entries(acts).map(([value, label]) => ({ value, label }));
  options.sort((one, other) => one.label.localeCompare(other.label));
  const show = (changes: { action?: string | undefined; about?: undefined }) =>
    void navigate({ to: "/admin", search: { ...search, ...changes }, replace: true });
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t`Act`}
          options={[{ value: "", label: t`Everything` }, ...options]}
          value={action ?? ""}
          onChange={(event) => show({ action: event.target.value || undefined })}
        />
        {search.about && (
          <Button onClick={() => show({ about: undefined })}>
            <Trans>Show all accounts</Trans>
          </Button>
        )}
        <a
          className={buttonClass({ className: "sm:ml-auto" })}
          href={`/api/admin/audit.jsonl?${new URLSearchParams(filter)}`}
          download
        >
          <Download aria-hidden="true" /> <Trans>Download as JSON Lines</Trans>
        </a>
      </div>
      {error && (
        <NotLoaded title={t`The activity could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {isPending && <Skeleton className="h-40" />}
      {data && entries.length === 0 && (
        <EmptyState title={t`Nothing matches`}>
          <Trans>Sign-ins, changes to accounts and everything that administrators do appear here.</Trans>
        </EmptyState>
      )}
      {entries.length > 0 && (
        <ul aria-label={t`Activity`} className="tray grid-cols-1">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </div>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const format = useFormat();
  const who = entry.actor === "command line" ? t`Command line` : entry.actor || t`A visitor`;
  const details = Object.entries(entry.details as Record<string, unknown>);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 text-sm sm:grid-cols-[11rem_1fr]">
      <time dateTime={entry.created_at} className="text-muted">
        {format.dateTime(entry.created_at)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-semibold">{acts[entry.action]}</span>
          {entry.target && entry.target !== entry.actor && <>: {entry.target}</>}
        </p>
        <p className="text-muted">
          {who}
          {entry.address && <> · {entry.address}</>}
        </p>
        {details.length > 0 && (
          <p lang="en" className="font-mono text-xs text-muted">
            {details.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(" ")}
          </p>
        )}
      </div>
    </li>
  );
}
