// Webhooks: addresses that are told of versions, labels and shared prompts.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Webhook as WebhookIcon } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  deleteWebhookMutation,
  getBillingOptions,
  listWebhooksOptions,
  testWebhookMutation,
  updateWebhookMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Webhook } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button, buttonClass } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { eventLabels, NewWebhookDialog } from "./new-webhook-dialog";
import { WebhookMessagesDialog } from "./webhook-messages-dialog";

export function WebhooksTab() {
  const billing = useQuery(getBillingOptions());
  const webhooks = useQuery({ ...listWebhooksOptions(), staleTime: 0 });
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Webhook | null>(null);
  const [reading, setReading] = useState<Webhook | null>(null);
  const allowed = billing.data && billing.data.plan_type === "max";
  const list = webhooks.data?.items ?? [];
  return (
    <SectionCard
      title={t`Webhooks`}
      description={t`Tell your own servers about new versions, moved labels and shared prompts, in signed messages.`}
      action={
        allowed && (
          <Button size="sm" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" /> <Trans>New webhook</Trans>
          </Button>
        )
      }
    >
      {webhooks.error && (
        <NotLoaded title={t`The webhooks could not be loaded`} onRetry={() => void webhooks.refetch()}>
          {messageOf(webhooks.error)}
        </NotLoaded>
      )}
      {(webhooks.isPending || billing.isPending) && <Skeleton className="h-12" />}
      {allowed === false && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-well px-4 py-3">
          <p>
            <Trans>
              Webhooks come with Max.
              {list.length > 0 && ` ${t`Yours send nothing until your plan includes them again.`}`}
            </Trans>
          </p>
          <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
            <Trans>See the plans</Trans>
          </Link>
        </div>
      )}
      {allowed && webhooks.data && list.length === 0 && (
        <p className="text-muted">
          <Trans>
            No webhooks yet. Add the address of a server that should hear when something happens to your
            prompts.
          </Trans>
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label={t`Webhooks`} className="divide-y not-first:mt-4">
          {list.map((webhook) => (
            <WebhookRow
              key={webhook.id}
              webhook={webhook}
              onRead={() => setReading(webhook)}
              onDelete={() => setDeleting(webhook)}
            />
          ))}
        </ul>
      )}
      {creating && <NewWebhookDialog onClose={() => setCreating(false)} />}
      {reading && <WebhookMessagesDialog webhook={reading} onClose={() => setReading(null)} />}
      {deleting && <DeleteDialog webhook={deleting} onClose={() => setDeleting(null)} />}
    </SectionCard>
  );
}

interface WebhookRowProps {
  webhook: Webhook;
  onRead: () => void;
  onDelete: () => void;
}

function WebhookRow({ webhook, onRead, onDelete }: WebhookRowProps) {
  const format = useFormat();
  const queryClient = useQueryClient();
  const test = useMutation({
    ...testWebhookMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listWebhookMessages");
      onRead();
    },
  });
  const change = useMutation({
    ...updateWebhookMutation(),
    onSuccess: () => refresh(queryClient, "listWebhooks"),
  });
  const { id, url, description, events, is_active, created_at } = webhook;
  const error = test.error ?? change.error;
  return (
    <li className="flex flex-wrap items-start gap-3 py-3 first:pt-0 last:pb-0">
      <WebhookIcon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {url}
          {!is_active && (
            <Badge>
              <Trans>Paused</Trans>
            </Badge>
          )}
        </p>
        {description && <p className="wrap-anywhere">{description}</p>}
        <p className="text-sm text-muted">
          <Trans>
            {events.map((event) => eventLabels[event]).join(", ")} · added {format.date(created_at)}
          </Trans>
        </p>
        {error && <Alert className="mt-2">{messageOf(error)}</Alert>}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          busy={test.isPending}
          disabled={!is_active}
          aria-label={t`Send a test message to ${url}`}
          onClick={() => test.mutate({ path: { id } })}
        >
          <Trans>Send a test</Trans>
        </Button>
        <Button size="sm" aria-label={t`Messages to ${url}`} onClick={onRead}>
          <Trans>Messages</Trans>
        </Button>
        <Button
          size="sm"
          busy={change.isPending}
          aria-label={`${is_active ? t`Pause` : t`Resume`} ${url}`}
          onClick={() => change.mutate({ path: { id }, body: { is_active: !is_active } })}
        >
          {is_active ? t`Pause` : t`Resume`}
        </Button>
        <Button size="sm" aria-label={t`Delete ${url}`} onClick={onDelete}>
          <Trans>Delete</Trans>
        </Button>
      </div>
    </li>
  );
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...deleteWebhookMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listWebhooks");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Delete this webhook?`}
      confirmLabel={t`Delete`}
      danger
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ path: { id: webhook.id } })}
    >
      <p className="wrap-anywhere">
        <Trans>
          {webhook.url} hears nothing any more. Messages that were not delivered yet are deleted too.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
