import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import type { CreditTransaction } from "@/api/generated/types.gen";
import { useWorkspace } from "@/api/workspace";
import { translated } from "@/i18n";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { cn } from "@/ui/cn";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { useCredits, useRecentTransactions, useTransactionPages } from "./queries";

/** The balance and the latest transactions. */
export function CreditsCard() {
  const credits = useCredits();
  const recent = useRecentTransactions();
  const format = useFormat();
  const [historyOpen, setHistoryOpen] = useState(false);
  const error = credits.error ?? recent.error;
  const again = () => Promise.all([credits.refetch(), recent.refetch()]);
  return (
    <SectionCard
      title={t`Credits & Usage`}
      description={t`Each AI generation costs credits. You see the price before you generate. Unused credits don't expire.`}
    >
      {error && (
        <NotLoaded title={t`The credits could not be loaded`} onRetry={() => again()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      <dl className="grid grid-cols-3 gap-4" aria-busy={credits.isPending}>
        <Figure name={t`Balance`} value={credits.data?.balance} strong>
          {credits.data?.is_low && (
            <Badge tone="brass">
              <Trans>Low</Trans>
            </Badge>
          )}
        </Figure>
        <Figure name={t`Total earned`} value={credits.data?.total_earned} />
        <Figure name={t`Total spent`} value={credits.data?.total_spent} />
      </dl>
      {credits.data && credits.data.reserved > 0 && (
        <p className="mt-2 text-sm text-muted">
          <Trans>{format.number(credits.data.reserved)} of them are reserved for a running generation.</Trans>
        </p>
      )}
      <div className="mt-6 flex items-center justify-between gap-3">
        <h3 className="font-bold">
          <Trans>Recent activity</Trans>
        </h3>
        {recent.data?.next_cursor && (
          <Button size="sm" onClick={() => setHistoryOpen(true)}>
            <Trans>Show all</Trans>
          </Button>
        )}
      </div>
      <div className="mt-2" aria-busy={recent.isPending}>
        {recent.isPending && <Skeleton className="h-40" />}
        {recent.data && <Transactions lines={recent.data.items} />}
      </div>
      <History open={historyOpen} onOpenChange={setHistoryOpen} />
    </SectionCard>
  );
}

interface FigureProps {
  name: string;
  value: number | undefined;
  strong?: boolean;
  children?: React.ReactNode;
}

function Figure({ name, value, strong, children }: FigureProps) {
  const format = useFormat();
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={cn("flex flex-wrap items-center gap-2 font-bold tabular-nums", strong && "text-2xl")}>
        {value === undefined ? <Skeleton className="h-7 w-16" /> : format.number(value)}
        {children}
      </dd>
    </div>
  );
}

function Transactions({ lines }: { lines: readonly CreditTransaction[] }) {
  const format = useFormat();
  // In a personal workspace it was oneself.
  const isShared = useWorkspace()?.kind === "team";
  return (
    <ul className="divide-y border-y">
      {lines.map((line) => (
        <li key={line.id} className="flex items-baseline justify-between gap-4 py-2.5">
          <div className="min-w-0">
            <p className="truncate">{translated(line.description)}</p>
            <p className="text-sm text-muted">
              <time dateTime={line.created_at}>{format.dateTime(line.created_at)}</time>
              {isShared && line.spent_by && ` · ${line.spent_by}`}
            </p>
          </div>
          <span
            className={cn(
              "shrink-0 font-semibold tabular-nums",
              line.amount > 0 ? "text-success" : "text-ink",
            )}
          >
            {line.amount > 0 ? "+" : "−"}
            {format.number(Math.abs(line.amount))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function History({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const pages = useTransactionPages(open);
  const lines = pages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Credit history`}>
      {pages.error && (
        <NotLoaded title={t`The history could not be loaded`} onRetry={() => pages.refetch()}>
          {messageOf(pages.error)}
        </NotLoaded>
      )}
      {pages.isPending ? <Skeleton className="h-64" /> : <Transactions lines={lines} />}
      {pages.hasNextPage && (
        <Button
          className="mt-4 w-full"
          busy={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
    </Dialog>
  );
}
