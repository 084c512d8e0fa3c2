import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { messageOf } from "@/api/client";
import { useSession } from "@/api/session";
import { labelOf, messages, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { publicPath } from "@/lib/names";
import { Badge } from "@/ui/badge";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { itemCount } from "@/ui/item-count";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { type Activity, activityQuery, collectionsOfQuery, promptsOfQuery } from "./queries";

const tabs = [
  { value: "prompts", label: t`Prompts` },
  { value: "collections", label: t`Collections` },
  { value: "activity", label: t`Activity` },
] as const;

/** A user's published work and activity. */
export function ProfileTabs({ id, mine }: { id: string; mine: boolean }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const tab = tabs.find(({ value }) => value === search.tab)?.value ?? "prompts";
  const change = (next: typeof tab) =>
    void (mine
      ? navigate({ to: "/profile", search: { tab: next }, resetScroll: false })
      : navigate({ to: "/profile/$id", params: { id }, search: { tab: next }, resetScroll: false }));
  return (
    <Tabs label={t`Profile`} className="mt-10" tabs={tabs} value={tab} onChange={change}>
      <TabPanel value="prompts">
        <Prompts id={id} mine={mine} />
      </TabPanel>
      <TabPanel value="collections">
        <Collections id={id} mine={mine} />
      </TabPanel>
      <TabPanel value="activity">
        <Activities id={id} />
      </TabPanel>
    </Tabs>
  );
}

const rowLink = "font-semibold underline-offset-4 wrap-anywhere hover:text-accent hover:underline";

function Prompts({ id, mine }: { id: string; mine: boolean }) {
  const format = useFormat();
  const isGuest = useSession() === null;
  const list = useInfiniteQuery(promptsOfQuery(id));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <List
      label={t`Prompts`}
      empty={messages.no_prompts_yet}
      nextStep={
        mine && (
          <Link to="/editor" search={{ new: "prompt" }} className={buttonClass({ variant: "primary" })}>
            <Trans>New Prompt</Trans>
          </Link>
        )
      }
      list={list}
      count={items?.length}
    >
      {items?.map((prompt) => (
        <Row
          key={prompt.id}
          note={format.ago(prompt.updated_at)}
          text={prompt.description}
          // Published assets are listed among the prompts with their type.
          kind={prompt.prompt_type === "prompt" ? "" : labelOf(words.prompt_types, prompt.prompt_type)}
        >
          {isGuest ? (
            <a href={publicPath(prompt)} className={rowLink}>
              {prompt.title}
            </a>
          ) : prompt.prompt_type === "prompt" ? (
            <Link to="/editor" search={{ prompt: prompt.id }} className={rowLink}>
              {prompt.title}
            </Link>
          ) : (
            <Link to="/asset-editor/$id" params={{ id: prompt.id }} className={rowLink}>
              {prompt.title}
            </Link>
          )}
        </Row>
      ))}
    </List>
  );
}

function Collections({ id, mine }: { id: string; mine: boolean }) {
  const isGuest = useSession() === null;
  const list = useInfiniteQuery(collectionsOfQuery(id));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <List
      label={t`Collections`}
      empty={messages.no_collections_yet}
      nextStep={
        mine && (
          <Link to="/collections" className={buttonClass()}>
            <Trans>Go to Collections</Trans>
          </Link>
        )
      }
      list={list}
      count={items?.length}
    >
      {items?.map((collection) => (
        <Row key={collection.id} note={itemCount(collection)} text={collection.description}>
          {isGuest ? (
            <a href={publicPath(collection)} className={rowLink}>
              {collection.title}
            </a>
          ) : (
            <Link to="/collections" search={{ id: collection.id }} className={rowLink}>
              {collection.title}
            </Link>
          )}
        </Row>
      ))}
    </List>
  );
}

/** What the user did. */
function Act({ activity }: { activity: Activity }) {
  const thing = <Thing activity={activity} />;
  switch (activity.kind) {
    case "prompt_created":
      return <Trans>Created {thing}</Trans>;
    case "prompt_forked":
      return <Trans>Cloned {thing}</Trans>;
    case "prompt_saved":
      return <Trans>Saved {thing}</Trans>;
    case "prompt_liked":
      return <Trans>Liked {thing}</Trans>;
    case "version_created":
      return <Trans>Made a version of {thing}</Trans>;
    case "component_created":
      return <Trans>Created the component {thing}</Trans>;
    case "component_saved":
      return <Trans>Saved the component {thing}</Trans>;
    case "component_rated":
      return <Trans>Rated the component {thing}</Trans>;
    case "collection_created":
      return <Trans>Created the collection {thing}</Trans>;
    case "collection_saved":
      return <Trans>Changed the collection {thing}</Trans>;
  }
}

function Activities({ id }: { id: string }) {
  const format = useFormat();
  const list = useInfiniteQuery(activityQuery(id));
  const items = list.data?.pages.flatMap((page) => page.items);
  return (
    <List label={t`Activity`} empty={messages.no_recent_activity} list={list} count={items?.length}>
      {items?.map((activity) => (
        <Row key={`${activity.object_id} ${activity.kind} ${activity.at}`} note={format.ago(activity.at)}>
          <Act activity={activity} />
          {activity.times > 1 && ` (${plural(activity.times, { other: "# times" })})`}
        </Row>
      ))}
    </List>
  );
}

/** The object of an activity; components have no public page. */
function Thing({ activity: { object_type, object_id, title } }: { activity: Activity }) {
  switch (object_type) {
    case "prompt":
      return (
        <Link to="/editor" search={{ prompt: object_id }} className={rowLink}>
          {title}
        </Link>
      );
    case "collection":
      return (
        <Link to="/collections" search={{ id: object_id }} className={rowLink}>
          {title}
        </Link>
      );
    case "component":
      return <span className="font-semibold wrap-anywhere">{title}</span>;
  }
}

interface ListProps {
  label: string;
  empty: string;
  /** The next step of an empty list. */
  nextStep?: ReactNode;
  list: {
    error: unknown;
    isPending: boolean;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => unknown;
    fetchNextPage: () => unknown;
  };
  count: number | undefined;
  children: ReactNode;
}

function List({ label, empty, nextStep, list, count, children }: ListProps) {
  if (list.isPending) return <Skeleton className="h-24" />;
  if (count === undefined) {
    return (
      <NotLoaded title={t`This could not be loaded`} onRetry={() => void list.refetch()}>
        {messageOf(list.error)}
      </NotLoaded>
    );
  }
  if (count === 0) return <EmptyState title={empty} action={nextStep} />;
  return (
    <>
      <ul aria-label={label} className="tray grid-cols-1">
        {children}
      </ul>
      {list.hasNextPage && (
        <Button className="mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

interface RowProps {
  note: string;
  text?: string;
  /** The type of the item, if it differs from the list's. */
  kind?: string;
  children: ReactNode;
}

function Row({ note, text, kind, children }: RowProps) {
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0">{children}</span>
          {kind && <Badge tone="brass">{kind}</Badge>}
        </p>
        {text && <p className="truncate text-sm text-muted">{text}</p>}
      </div>
      <span className="shrink-0 text-sm text-muted">{note}</span>
    </li>
  );
}
