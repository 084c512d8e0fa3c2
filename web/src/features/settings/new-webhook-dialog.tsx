import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { ApiError, isSessionEnded, messageOf } from "@/api/client";
import { createWebhookMutation } from "@/api/generated/@tanstack/react-query.gen";
import type { WebhookEvent } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { ShownOnce } from "@/ui/shown-once";
import { SignedOutAlert } from "@/ui/signed-out-alert";

export const eventLabels: Record<WebhookEvent, string> = {
  "prompt.version.created": t`New versions`,
  "prompt.label.moved": t`Moved labels`,
  "prompt.shared": t`Shared prompts`,
};

const all = Object.keys(eventLabels) as WebhookEvent[];

/** Creates a webhook, then shows its secret once. */
export function NewWebhookDialog({ onClose }: { onClose: () => void }) {
  useOpenForm();
  const queryClient = useQueryClient();
  const create = useMutation({
    ...createWebhookMutation(),
    onSuccess: () => refresh(queryClient, "listWebhooks"),
  });
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const [events, setEvents] = useState<WebhookEvent[]>(all);

  if (create.data)
    return (
      <ShownOnce
        title={t`The webhook's secret`}
        description={t`Your server checks the signature of each message with it. Copy it now: it won't be shown again.`}
        label={t`Secret`}
        copyLabel={t`Copy secret`}
        secret={create.data.secret}
        onClose={onClose}
      />
    );
  const { error } = create;
  const field = error instanceof ApiError ? error.field : undefined;
  const isComplete = url.trim() !== "" && events.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) create.mutate({ body: { url, events, description } });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`New webhook`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form="webhook-form"
            variant="primary"
            busy={create.isPending}
            disabled={!isComplete}
          >
            <Trans>Create webhook</Trans>
          </Button>
        </>
      }
    >
      <form id="webhook-form" className="space-y-4" onSubmit={submit}>
        {isSessionEnded(error) && <SignedOutAlert />}
        {error && field !== "url" && !isSessionEnded(error) && <Alert>{messageOf(error)}</Alert>}
        <Field
          label={t`Address`}
          required
          hint={t`An https:// address that the internet can reach. It gets a POST for each event.`}
          error={field === "url" ? messageOf(error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="url"
              value={url}
              maxLength={2000}
              placeholder="https://hooks.example.org/promptcase"
              onChange={(event) => setUrl(event.target.value)}
            />
          )}
        </Field>
        <Field label={t`Purpose`} hint={t`For you alone.`}>
          {(control) => (
            <Input
              {...control}
              value={description}
              maxLength={200}
              placeholder={t`Tells the chat about new versions`}
              onChange={(event) => setDescription(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="grid gap-2">
          <legend className="mb-1.5 text-sm font-semibold">
            <Trans>Events</Trans>
          </legend>
          {all.map((event) => (
            <Checkbox
              key={event}
              label={eventLabels[event]}
              hint={event}
              checked={events.includes(event)}
              onChange={({ target }) =>
                setEvents(all.filter((one) => (one === event ? target.checked : events.includes(one))))
              }
            />
          ))}
        </fieldset>
      </form>
    </Dialog>
  );
}
