import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { getCommunityFiguresOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useSession } from "@/api/session";
import { useFormat } from "@/lib/format";
import { buttonClass } from "@/ui/button";
import { PageHeader } from "@/ui/page-header";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { type FillPrompt, Marketplace } from "./marketplace";
import { PublicCollections } from "./public-collections";

const route = getRouteApi("/workspace/community");

const tabs = [
  { value: "marketplace", label: t`Marketplace` },
  { value: "collections", label: t`Collections` },
  { value: "analytics", label: t`Analytics` },
] as const;

interface CommunityPageProps {
  /** Fills in and copies a prompt. */
  Fill: FillPrompt;
  /** The analytics of the user's own prompts. */
  analytics: ReactNode;
}

export function CommunityPage({ Fill, analytics }: CommunityPageProps) {
  const search = route.useSearch();
  const isGuest = useSession() === null;
  const shownTabs = isGuest ? tabs.filter(({ value }) => value !== "analytics") : tabs;
  const tab = shownTabs.find(({ value }) => value === search.tab)?.value ?? "marketplace";
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader
        title={t`Community`}
        description={
          isGuest
            ? t`Prompts that people share with everyone.`
            : t`Discover prompts, and see how yours are doing.`
        }
      />
      <Impact />
      <Tabs
        label={t`Community`}
        className="mt-8"
        tabs={shownTabs}
        value={tab}
        onChange={(next) => void navigate({ search: (previous) => ({ ...previous, tab: next }) })}
      >
        <TabPanel value="marketplace" className="grid items-start gap-8 xl:grid-cols-[1fr_18rem]">
          <Marketplace Fill={Fill} />
          {isGuest ? <Joining /> : <GettingStarted />}
        </TabPanel>
        <TabPanel value="collections">
          <PublicCollections />
        </TabPanel>
        <TabPanel value="analytics">{analytics}</TabPanel>
      </Tabs>
    </>
  );
}

/** Smaller figures are not counted out: they say only that the community is young. */
const WORTH_COUNTING = 10;

function Impact() {
  const { data, isError } = useQuery(getCommunityFiguresOptions());
  const format = useFormat();
  const figures = [
    { name: t`Users`, value: data?.users },
    { name: t`Public prompts`, value: data?.prompts },
    { name: t`Views`, value: data?.views },
    { name: t`Public collections`, value: data?.collections },
  ];
  const inWords = (value: number) =>
    value >= WORTH_COUNTING ? format.number(value) : value > 0 ? t`A few` : t`None yet`;
  return (
    <section aria-labelledby="impact">
      <h2 id="impact" className="mb-3 text-lg font-bold">
        <Trans>Community Impact</Trans>
      </h2>
      <dl className="tray grid-cols-2 lg:grid-cols-4">
        {figures.map(({ name, value }) => (
          <div key={name} className="flex flex-col-reverse justify-end p-5">
            <dt className="text-muted">{name}</dt>
            <dd className="text-3xl font-bold tracking-tight tabular-nums">
              {value !== undefined ? inWords(value) : isError ? "–" : <Skeleton className="h-9 w-20" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What an account is good for, to a guest. */
function Joining() {
  return (
    <aside aria-labelledby="joining" className="rounded-tray border bg-well p-5">
      <h2 id="joining" className="font-bold">
        <Trans>Keep what you like</Trans>
      </h2>
      <p className="mt-2 mb-4 text-sm text-muted">
        <Trans>Reading and copying need no account. With one you can clone, like and publish prompts.</Trans>
      </p>
      <Link to="/register" search={{ from: "/community" }} className={buttonClass({ variant: "primary" })}>
        <Trans>Create your account</Trans>
      </Link>
    </aside>
  );
}

function GettingStarted() {
  return (
    <aside aria-labelledby="start" className="rounded-tray border bg-well p-5">
      <h2 id="start" className="font-bold">
        <Trans>Getting started</Trans>
      </h2>
      <ol className="mt-2 list-decimal space-y-2 pl-5">
        <li>
          <Trans>
            <Link
              to="/editor"
              search={{ new: "prompt" }}
              className="text-accent underline underline-offset-4"
            >
              Write a prompt
            </Link>{" "}
            and turn on Make Public.
          </Trans>
        </li>
        <li>
          <Trans>Clone what you like. Your copy is private.</Trans>
        </li>
        <li>
          <Trans>
            Group related prompts in a{" "}
            <Link to="/collections" className="text-accent underline underline-offset-4">
              collection
            </Link>
            .
          </Trans>
        </li>
      </ol>
    </aside>
  );
}
