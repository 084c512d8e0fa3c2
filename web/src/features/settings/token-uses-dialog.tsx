// What an API token was used for in the last 90 days: which requests, from where and when.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { listTokenUsesOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { ApiToken, TokenUses } from "@/api/generated/types.gen";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";

export function TokenUsesDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const uses = useQuery({
    ...listTokenUsesOptions({ path: { token_id: token.id } }),
    staleTime: 0,
  });
  const list = uses.data?.items ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Uses of “${token.name}”`}
      description={t`Requests of the last 90 days, the latest first.`}
      footer={
        <>
          <Button onClick={() => void uses.refetch()} busy={uses.isRefetching}>
            <Trans>Refresh</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {uses.isPending && <Skeleton className="h-24" />}
      {uses.isError && (
        <NotLoaded title={t`The uses could not be loaded`} onRetry={() => void uses.refetch()}>
          {messageOf(uses.error)}
        </NotLoaded>
      )}
      {uses.data && list.length === 0 && (
        <p className="text-muted">
          <Trans>Not used yet. A use appears here after some seconds.</Trans>
        </p>
      )}
      <ol aria-label={t`Uses`} className="flex flex-col divide-y">
        {list.map((use) => (
          <UseRow key={`${use.request} ${use.address}`} use={use} />
        ))}
      </ol>
    </Dialog>
  );
}

function UseRow({ use }: { use: TokenUses }) {
  const format = useFormat();
  const { times: count, address } = use;
  const times = plural(count, { one: "once", other: "# times" });
  const last = format.dateTime(use.last_used_at);
  // The server lumps together what exceeds its limit.
  const isOther = use.request === "other";
  return (
    <li className="py-2">
      <p className="font-semibold wrap-anywhere">{isOther ? t`Further requests` : use.request}</p>
      <p className="text-sm text-muted">
        {isOther ? t`${times} · last ${last}` : t`From ${address} · ${times} · last ${last}`}
      </p>
    </li>
  );
}
