import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { PencilLine } from "lucide-react";
import { useRef, useState } from "react";
import { isStatus, messageOf } from "@/api/client";
import { useSession } from "@/api/session";
import { labelOf, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { usePageTitle } from "@/ui/page-title";
import { Skeleton } from "@/ui/skeleton";
import { AvatarEditor } from "./avatar-editor";
import { ProfileForm } from "./profile-form";
import { ProfileLinks } from "./profile-links";
import { ProfileTabs } from "./profile-tabs";
import { type ProfileStats, profileQuery, statsQuery } from "./queries";

/** The user's own profile at /profile, another user's at /profile/{id}. */
export function ProfilePage() {
  const user = useSession();
  const id = useParams({ strict: false }).id ?? user?.id ?? "";
  const mine = id === user?.id;
  const profile = useQuery(profileQuery(id));
  const stats = useQuery(statsQuery(id));
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    setEditing(false);
    edit.current?.focus();
  };
  const error = profile.error ?? stats.error;
  usePageTitle(mine ? undefined : profile.data?.full_name);

  if (isStatus(error, 404) || isStatus(error, 400)) {
    return (
      <EmptyState
        level={1}
        title={t`Profile not found`}
        action={
          <Link to="/community" className={buttonClass()}>
            <Trans>Go to Community</Trans>
          </Link>
        }
      >
        <Trans>This profile does not exist.</Trans>
      </EmptyState>
    );
  }
  if (error) {
    return (
      <NotLoaded
        level={1}
        title={t`The profile could not be loaded`}
        onRetry={() => void (profile.error ? profile : stats).refetch()}
      >
        {messageOf(error)}
      </NotLoaded>
    );
  }
  if (!profile.data || !stats.data) return <ProfileSkeleton />;
  const { full_name, handle, email, bio, created_at } = profile.data;

  return (
    <div className="mx-auto max-w-5xl">
      <header className="flex flex-wrap items-start gap-6">
        <AvatarEditor profile={profile.data} mine={mine} />
        <div className="min-w-60 flex-1">
          <h1 className="text-[1.75rem] leading-tight font-bold tracking-[-0.015em] wrap-anywhere">
            {full_name || t`Anonymous User`}
          </h1>
          {handle && <p className="font-mono text-muted">@{handle}</p>}
          {email && <p className="text-muted">{email}</p>}
          {bio && <p className="mt-2 max-w-2xl whitespace-pre-line wrap-anywhere">{bio}</p>}
          <ProfileLinks profile={profile.data} />
          <p className="mt-2 text-sm text-muted">
            <Trans>Joined {format.date(created_at)}</Trans>
          </p>
        </div>
        {mine && (
          <Button ref={edit} aria-expanded={editing} onClick={() => setEditing(!editing)}>
            <PencilLine aria-hidden="true" /> <Trans>Edit profile</Trans>
          </Button>
        )}
      </header>
      {editing && <ProfileForm profile={profile.data} onClose={close} />}
      <Figures stats={stats.data} />
      <Achievements stats={stats.data} />
      <ProfileTabs id={id} mine={mine} />
    </div>
  );
}

function Figures({ stats }: { stats: ProfileStats }) {
  const format = useFormat();
  const figures = [
    { name: t`Total Views`, value: format.number(stats.total_views) },
    { name: t`Total Likes`, value: format.number(stats.total_likes) },
    { name: t`Total Forks`, value: format.number(stats.total_forks) },
    { name: t`Avg Rating`, value: format.number(stats.avg_rating, 1) },
  ];
  return (
    <dl className="tray mt-8 grid-cols-2 lg:grid-cols-4">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse justify-end p-5">
          <dt className="text-muted">{name}</dt>
          <dd className="text-3xl font-bold tracking-tight tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Achievements({ stats }: { stats: ProfileStats }) {
  return (
    <section aria-labelledby="achievements" className="mt-8">
      <h2 id="achievements" className="mb-2 text-lg font-bold">
        <Trans>Achievements</Trans>
      </h2>
      {stats.achievements.length === 0 ? (
        <p className="text-muted">
          <Trans>None yet. Earn your first with ten prompts, fifty likes or a seven-day streak.</Trans>
        </p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {stats.achievements.map((achievement) => (
            <li key={achievement}>
              <Badge tone="brass" className="px-2.5 py-1 text-sm">
                {labelOf(words.achievements, achievement)}
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {stats.streak_days > 0 && (
        <p className="mt-2 text-sm text-muted">
          {plural(stats.streak_days, { one: "#-day streak", other: "#-day streak" })}
        </p>
      )}
    </section>
  );
}

function ProfileSkeleton() {
  return (
    <div role="status" aria-label={t`Loading`} className="mx-auto max-w-5xl">
      <h1 className="sr-only">
        <Trans>Profile</Trans>
      </h1>
      <div className="flex gap-6">
        <Skeleton className="size-24" />
        <div className="flex-1 space-y-3">
          <Skeleton className="h-8 w-64" />
          <Skeleton className="h-4 w-40" />
        </div>
      </div>
      <Skeleton className="mt-8 h-28" />
    </div>
  );
}
