// The runs of a prompt so far.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Copy, ListPlus, Pin, PinOff, Trash2, Undo2 } from "lucide-react";
import { messageOf } from "@/api/client";
import { getRun } from "@/api/generated/sdk.gen";
import type { PromptRun, RunSummary } from "@/api/generated/types.gen";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { figuresOf } from "./column-view";
import { useDeleteRun, usePinRun, useRuns } from "./queries";

interface HistoryProps {
  promptId: string;
  readOnly: boolean;
  /** Shows a run again, with its values. */
  onShow: (run: PromptRun) => void;
  /** Adds a test with the values of a run. */
  onTest: (values: PromptRun["values"]) => void;
}

export function History({ promptId, readOnly, onShow, onTest }: HistoryProps) {
  const runs = useRuns(promptId);
  const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section aria-label={t`Earlier runs`} className="flex flex-col gap-3">
      <h3 className="font-bold">
        <Trans>Earlier runs</Trans>
      </h3>
      {runs.error && (
        <NotLoaded title={t`The runs could not be loaded`} onRetry={() => runs.refetch()}>
          {messageOf(runs.error)}
        </NotLoaded>
      )}
      {runs.isPending && <Skeleton className="h-24" />}
      {runs.data && items.length === 0 && (
        <p className="text-muted">
          <Trans>What a model answers is kept here, with the version and the values.</Trans>
        </p>
      )}
      {items.length > 0 && (
        <ul className="divide-y rounded-tray border">
          {items.map((run) => (
            <HistoryItem key={run.id} run={run} readOnly={readOnly} onShow={onShow} onTest={onTest} />
          ))}
        </ul>
      )}
      {runs.hasNextPage && (
        <Button size="sm" disabled={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </section>
  );
}

interface HistoryItemProps {
  run: RunSummary;
  readOnly: boolean;
  onShow: (run: PromptRun) => void;
  /** Adds a test with the values of a run. */
  onTest: (values: PromptRun["values"]) => void;
}

function HistoryItem(props: HistoryItemProps) {
  const { run } = props;
  const format = useFormat();
  return (
    <li className="flex flex-col gap-1 px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-2 text-sm">
        <span className="font-semibold">{run.model}</span>
        <span className="text-muted">{run.version}</span>
        <time dateTime={run.created_at} className="text-muted">
          {format.ago(run.created_at)}
        </time>
        {run.status === "failed" && (
          <Badge tone="danger">
            <Trans>Failed</Trans>
          </Badge>
        )}
        {run.is_pinned && (
          <Badge tone="accent">
            <Trans>Pinned</Trans>
          </Badge>
        )}
        <Actions {...props} />
      </div>
      <p className="line-clamp-2 wrap-anywhere">
        {run.excerpt || <span className="text-muted">{run.message ?? t`Only tool calls`}</span>}
      </p>
      <p className="text-sm text-muted tabular-nums">{figuresOf(run, format)}</p>
    </li>
  );
}

function Actions({ run, readOnly, onShow, onTest }: HistoryItemProps) {
  const format = useFormat();
  const pin = usePinRun();
  const remove = useDeleteRun();
  const name = `${run.model}, ${format.ago(run.created_at)}`;
  const load = async (use: (whole: PromptRun) => void | Promise<void>) => {
    try {
      const { data } = await getRun({ path: { id: run.id }, throwOnError: true });
      await use(data);
    } catch (error) {
      toast.error(t`The run could not be loaded`, { description: messageOf(error) });
    }
  };
  return (
    <span className="ml-auto flex items-center">
      <IconButton size="sm" label={t`Show the run again: ${name}`} onClick={() => void load(onShow)}>
        <Undo2 aria-hidden="true" />
      </IconButton>
      {run.excerpt && (
        <IconButton
          size="sm"
          label={t`Copy the answer: ${name}`}
          onClick={() =>
            void load(async ({ output }) => {
              await navigator.clipboard.writeText(output);
              toast.success(t`Copied`);
            })
          }
        >
          <Copy aria-hidden="true" />
        </IconButton>
      )}
      {!readOnly && (
        <>
          <IconButton
            size="sm"
            label={t`Save as a test: ${name}`}
            onClick={() => void load(({ values }) => onTest(values))}
          >
            <ListPlus aria-hidden="true" />
          </IconButton>
          <IconButton
            size="sm"
            label={`${run.is_pinned ? t`Unpin` : t`Pin`}: ${name}`}
            onClick={() => pin.mutate(run)}
          >
            {run.is_pinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />}
          </IconButton>
          <IconButton
            size="sm"
            label={t`Delete the run: ${name}`}
            onClick={() => remove.mutate({ path: { id: run.id } })}
          >
            <Trash2 aria-hidden="true" />
          </IconButton>
        </>
      )}
    </span>
  );
}
