// The messages to a webhook, newest first: how each fared, and the way to send it again.

import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { messageOf } from "@/api/client";
import {
  listWebhookMessagesInfiniteOptions,
  replayWebhookMessageMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { MessageStatus, Webhook, WebhookMessage } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { translated } from "@/i18n";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";

/** While a message waits to be sent, the list is loaded again this often. */
const LOOK_MS = 1_500;

const statuses: Record<MessageStatus, { label: string; tone: "neutral" | "success" | "danger" }> = {
  pending: { label: t`Waiting`, tone: "neutral" },
  delivered: { label: t`Delivered`, tone: "success" },
  failed: { label: t`Failed`, tone: "danger" },
};

export function WebhookMessagesDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  const messages = useInfiniteQuery({
    ...listWebhookMessagesInfiniteOptions({ path: { id: webhook.id } }),
    ...pages,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const newest = state.data?.pages[0]?.items[0];
      return newest?.status === "pending" && newest.attempts === 0 ? LOOK_MS : false;
    },
  });
  const replay = useMutation({
    ...replayWebhookMessageMutation(),
    onSuccess: () => refresh(queryClient, "listWebhookMessages"),
  });
  const list = messages.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Messages`}
      description={t`What was sent to ${webhook.url} in the last thirty days.`}
      footer={
        <>
          <Button onClick={() => void messages.refetch()} busy={messages.isRefetching}>
            <Trans>Refresh</Trans>
          </Button>
          <Button variant="primary" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      {messages.isPending && <Skeleton className="h-24" />}
      {messages.isError && (
        <NotLoaded title={t`The messages could not be loaded`} onRetry={() => void messages.refetch()}>
          {messageOf(messages.error)}
        </NotLoaded>
      )}
      {replay.error && <Alert className="mb-3">{messageOf(replay.error)}</Alert>}
      {messages.data && list.length === 0 && (
        <p className="text-muted">
          <Trans>No messages yet. Test sends one, and so does the next event.</Trans>
        </p>
      )}
      <ol aria-label={t`Messages`} className="flex flex-col divide-y">
        {list.map((message) => (
          <MessageRow
            key={message.id}
            message={message}
            busy={replay.isPending && replay.variables?.path.message_id === message.id}
            onReplay={() => replay.mutate({ path: { id: webhook.id, message_id: message.id } })}
          />
        ))}
      </ol>
      {messages.hasNextPage && (
        <Button size="sm" busy={messages.isFetchingNextPage} onClick={() => void messages.fetchNextPage()}>
          <Trans>Show older messages</Trans>
        </Button>
      )}
    </Dialog>
  );
}

interface MessageRowProps {
  message: WebhookMessage;
  busy: boolean;
  onReplay: () => void;
}

function MessageRow({ message, busy, onReplay }: MessageRowProps) {
  const format = useFormat();
  const { event, status, attempts, next_at, answer, body, created_at } = message;
  const { label, tone } = statuses[status];
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-mono">
            <span>{event}</span> <Badge tone={tone}>{label}</Badge>
          </p>
          <p className="text-sm text-muted">
            <time dateTime={created_at}>{format.dateTime(created_at)}</time>
            {attempts > 0 && ` · ${plural(attempts, { one: "# attempt", other: "# attempts" })}`}
            {status === "pending" && attempts > 0 && ` · ${t`next attempt ${format.dateTime(next_at)}`}`}
          </p>
          {answer && <p className="text-sm">{translated(answer)}</p>}
        </div>
        {status !== "pending" && (
          <Button size="sm" busy={busy} aria-label={t`Send ${event} again`} onClick={onReplay}>
            <RotateCw aria-hidden="true" /> <Trans>Send again</Trans>
          </Button>
        )}
      </div>
      <details className="mt-1">
        <summary className="cursor-pointer text-sm text-muted">
          <Trans>Body</Trans>
        </summary>
        <pre className="mt-1 overflow-x-auto rounded-control border bg-well p-2 font-mono text-sm">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key. */}
          <code tabIndex={0}>{JSON.stringify(body, null, 2)}</code>
        </pre>
      </details>
    </li>
  );
}
