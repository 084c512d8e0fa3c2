import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { decideReport, reportsOptions, unpublish } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { PageReport } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";

const reasons: Record<string, string> = {
  spam: t`Spam or advertising`,
  hateful: t`Hateful or harassing`,
  dangerous: t`Illegal or dangerous`,
  private_data: t`Private data or a secret`,
  copyright: t`Infringes rights`,
  other: t`Something else`,
};

/** What visitors reported about public pages. */
export function ReportsTab() {
  const [which, setWhich] = useState<"open" | "all">("open");
  const { data, error, refetch } = useQuery({
    ...reportsOptions(which === "all"),
    staleTime: 0,
  });
  return (
    <div className="space-y-4">
      <Segmented
        label={t`Reports`}
        options={[
          { value: "open", label: t`Open` },
          { value: "all", label: t`All` },
        ]}
        value={which}
        onChange={setWhich}
      />
      {error && (
        <NotLoaded title={t`The reports could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data?.items.length === 0 && (
        <EmptyState title={which === "open" ? t`No open reports` : t`No reports`}>
          <Trans>Every public page has a link by which visitors report it.</Trans>
        </EmptyState>
      )}
      {data && data.items.length > 0 && (
        <ul aria-label={t`Reports`} className="tray grid-cols-1">
          {data.items.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Report({ report }: { report: PageReport }) {
  const format = useFormat();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const settled = {
    onError: (error: unknown) => toast.error(t`That did not work`, { description: messageOf(error) }),
    onSettled: () => refresh(queryClient, "admin"),
  };
  const decide = useMutation({
    mutationFn: (outcome: "resolved" | "dismissed") => decideReport(report.id, outcome),
    ...settled,
  });
  const hide = useMutation({ mutationFn: (id: string) => unpublish("prompt", id), ...settled });
  return (
    <li className="space-y-2 px-4 py-3">
      <p className="flex flex-wrap items-center gap-2">
        {report.path ? (
          <a href={report.path} target="_blank" rel="noreferrer" className="font-semibold underline">
            {report.title}
          </a>
        ) : (
          <span className="font-semibold">{report.title}</span>
        )}
        <Badge tone="danger">{reasons[report.reason] ?? report.reason}</Badge>
        {report.outcome && <Badge>{report.outcome === "resolved" ? t`Resolved` : t`Dismissed`}</Badge>}
        <span className="text-sm text-muted">{format.ago(report.created_at)}</span>
      </p>
      {report.message && <p className="max-w-prose wrap-anywhere whitespace-pre-wrap">{report.message}</p>}
      <div className="flex flex-wrap gap-2">
        {report.prompt_id && report.is_public && (
          <Button size="sm" onClick={() => setAsking(true)}>
            <Trans>Make private</Trans>
          </Button>
        )}
        {!report.outcome && (
          <>
            <Button size="sm" onClick={() => decide.mutateAsync("resolved")}>
              <Trans>Resolved</Trans>
            </Button>
            <Button size="sm" onClick={() => decide.mutateAsync("dismissed")}>
              <Trans>Dismiss</Trans>
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Make “${report.title}” private?`}
        confirmLabel={t`Make private`}
        danger
        onConfirm={() => {
          if (report.prompt_id) hide.mutate(report.prompt_id);
          setAsking(false);
        }}
      >
        <p>
          <Trans>Its public page and its secret link stop working. The owner keeps the prompt.</Trans>
        </p>
      </ConfirmDialog>
    </li>
  );
}
