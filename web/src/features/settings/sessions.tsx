import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  endOtherSessionsMutation,
  endSessionMutation,
  listSessionsOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import { browserName } from "./browser-name";

/** The account's sessions, each of which can be ended. */
export function Sessions() {
  const queryClient = useQueryClient();
  const format = useFormat();
  const { data, error } = useQuery({ ...listSessionsOptions(), staleTime: 0 });
  const outcome = {
    onSuccess: () => refresh(queryClient, "listSessions"),
    onError: (failure: unknown) =>
      void toast.error(t`Ending the session failed`, { description: messageOf(failure) }),
  };
  const end = useMutation({ ...endSessionMutation(), ...outcome });
  const endOthers = useMutation({ ...endOtherSessionsMutation(), ...outcome });
  const others = data?.items.some((session) => !session.is_current);
  return (
    <SectionCard
      title={t`Sessions`}
      description={t`Browsers in which you are signed in.`}
      action={
        others && (
          <Button size="sm" busy={endOthers.isPending} onClick={() => endOthers.mutateAsync({})}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      {error && <Alert>{messageOf(error)}</Alert>}
      {!data && !error && <Skeleton className="h-12" />}
      <ul aria-label={t`Sessions`} className="divide-y">
        {data?.items.map((session) => (
          <li
            key={session.id}
            className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0"
          >
            <div className="min-w-0 flex-1">
              <p className="truncate font-semibold" title={session.user_agent}>
                {browserName(session.user_agent)}
              </p>
              <p className="text-sm text-muted">
                {session.address}
                {" · "}
                {session.is_current ? t`in use now` : t`last seen ${format.ago(session.last_seen_at)}`}
              </p>
            </div>
            {session.is_current ? (
              <Badge tone="accent">
                <Trans>This browser</Trans>
              </Badge>
            ) : (
              <Button size="sm" onClick={() => end.mutateAsync({ path: { session_id: session.id } })}>
                <Trans>End</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
