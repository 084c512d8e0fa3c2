// What others did with the user's work: a bell in the header with the number of news, and their list.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Bell, GitFork, Heart, Star } from "lucide-react";
import { useState } from "react";
import {
  listNotificationsOptions,
  listNotificationsQueryKey,
  seeNotificationsMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Notification } from "@/api/generated/types.gen";
import { useFormat } from "@/lib/format";
import { usePreferences } from "@/lib/preferences";
import { IconButton } from "@/ui/icon-button";
import { Popover } from "@/ui/popover";

const REFRESH_INTERVAL_MS = 5 * 60_000;

export default function NotificationBell() {
  const [{ app_notifications }] = usePreferences();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    ...listNotificationsOptions(),
    enabled: app_notifications,
    refetchInterval: REFRESH_INTERVAL_MS,
  });
  const see = useMutation({
    ...seeNotificationsMutation(),
    onSuccess: () =>
      queryClient.setQueryData(listNotificationsQueryKey(), (now) => now && { ...now, unseen: 0 }),
  });
  if (!app_notifications) return null;
  const unseen = data?.unseen ?? 0;
  const show = (next: boolean) => {
    setOpen(next);
    // They count as seen once the list is closed, so that new ones stay marked while it is read.
    if (!next && unseen > 0) see.mutate({});
  };
  return (
    <Popover
      label={t`Notifications`}
      align="end"
      open={open}
      onOpenChange={show}
      trigger={
        <IconButton
          label={
            unseen > 0
              ? plural(unseen, { one: "Notifications: # new", other: "Notifications: # new" })
              : t`Notifications`
          }
          className="relative"
        >
          <Bell aria-hidden="true" />
          {unseen > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-1 right-1 grid min-w-4 place-items-center rounded-full bg-accent-strong px-1 text-[0.6875rem] leading-4 font-bold text-on-accent"
            >
              {unseen}
            </span>
          )}
        </IconButton>
      }
      className="p-2"
    >
      {data?.items.length ? (
        <ul aria-label={t`Notifications`} className="max-h-96 overflow-y-auto">
          {data.items.map((item, index) => (
            <li key={`${item.kind} ${item.object_id} ${item.actor_id}`}>
              <Line item={item} isNew={index < unseen} onFollow={() => show(false)} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="p-2 text-muted">
          <Trans>
            Nothing yet. You will see here when somebody likes, clones or rates what you published.
          </Trans>
        </p>
      )}
    </Popover>
  );
}

const icons = { like: Heart, clone: GitFork, rating: Star } as const;

/** What somebody did. */
function What({ item: { kind, actor_name, object_title, stars } }: { item: Notification }) {
  const name = actor_name || t`Anonymous User`;
  switch (kind) {
    case "like":
      return (
        <Trans>
          <strong>{name}</strong> liked “{object_title}”
        </Trans>
      );
    case "clone":
      return (
        <Trans>
          <strong>{name}</strong> cloned “{object_title}”
        </Trans>
      );
    case "rating":
      return (
        <Trans>
          <strong>{name}</strong> rated “{object_title}” with {stars} of 5 stars
        </Trans>
      );
  }
}

function Line({ item, isNew, onFollow }: { item: Notification; isNew: boolean; onFollow: () => void }) {
  const format = useFormat();
  const Icon = icons[item.kind];
  const link = {
    onClick: onFollow,
    className: "flex items-start gap-2.5 rounded-control px-2 py-2 hover:bg-well",
  };
  const text = (
    <>
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 text-sm wrap-anywhere">
        <What item={item} />
        <span className="block text-muted">{format.ago(item.at)}</span>
      </span>
      {isNew && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent-strong">
          <span className="sr-only">
            <Trans>New</Trans>
          </span>
        </span>
      )}
    </>
  );
  if (item.object_type === "component") {
    return (
      <Link to="/component-editor/$id" params={{ id: item.object_id }} {...link}>
        {text}
      </Link>
    );
  }
  return item.object_type === "prompt" ? (
    <Link to="/editor" search={{ prompt: item.object_id }} {...link}>
      {text}
    </Link>
  ) : (
    <Link to="/asset-editor/$id" params={{ id: item.object_id }} {...link}>
      {text}
    </Link>
  );
}
