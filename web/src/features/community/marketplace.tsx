import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { X } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { useSession } from "@/api/session";
import { words } from "@/core/lists";
import { periods } from "@/core/periods";
import { Button, buttonClass } from "@/ui/button";
import { SearchField } from "@/ui/search-field";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { PromptGrid } from "./prompt-grid";
import { foundQuery, type PromptSummary, recentQuery, recommendedQuery, trendingQuery } from "./queries";
import type { CommunitySearch } from "./search";

const route = getRouteApi("/workspace/community");

const lists = [
  { value: "trending", label: t`Trending` },
  { value: "for-you", label: t`For You` },
  { value: "recent", label: t`Recent` },
] as const;

/** Fills in and copies a prompt; a feature of its own. */
export type FillPrompt = ComponentType<{ promptId: string; title: string; onClose: () => void }>;

type OnCopy = (prompt: PromptSummary) => void;

export function Marketplace({ Fill }: { Fill: FillPrompt }) {
  const [copied, setCopied] = useState<PromptSummary | null>(null);
  const search = route.useSearch();
  const { period, q, category, tag } = search;
  const isGuest = useSession() === null;
  const shownLists = isGuest ? lists.filter(({ value }) => value !== "for-you") : lists;
  const list = shownLists.find(({ value }) => value === search.list)?.value ?? "trending";
  const isSearching = q.trim() !== "" || category !== "" || tag !== "";
  const navigate = route.useNavigate();
  const change = (part: Partial<CommunitySearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), resetScroll: false });
  // Typing replaces the history entry, so that Back leaves the page instead of undoing letters.
  const find = (part: Partial<CommunitySearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
  const seeRecent = (
    <Button onClick={() => change({ list: "recent" })}>
      <Trans>See the newest</Trans>
    </Button>
  );
  return (
    <div className="min-w-0">
      <search className="mb-4 flex flex-wrap items-center gap-2">
        <div className="min-w-60 flex-1">
          <SearchField
            label={t`Search public prompts`}
            placeholder={t`Search public prompts…`}
            value={q}
            onChange={(q) => find({ q })}
          />
        </div>
        <Select
          aria-label={t`Category`}
          className="w-44 max-sm:w-full"
          value={category}
          onChange={({ target }) => find({ category: target.value })}
          options={[{ value: "", label: t`All categories` }, ...words.categories]}
        />
        {tag && (
          <Button
            className="max-w-full"
            title={t`Stop filtering by this tag`}
            onClick={() => find({ tag: "" })}
          >
            <span className="truncate">
              <Trans>Tag: {tag}</Trans>
            </span>{" "}
            <X aria-hidden="true" />
          </Button>
        )}
      </search>
      {isSearching ? (
        <Found search={search} onCopy={setCopied} onClear={() => find({ q: "", category: "", tag: "" })} />
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <Segmented
              label={t`List`}
              options={shownLists}
              value={list}
              onChange={(next) => change({ list: next })}
            />
            {list === "trending" && (
              <Select
                aria-label={t`Period`}
                className="w-36"
                options={periods}
                value={period}
                onChange={(event) => change({ period: event.target.value as CommunitySearch["period"] })}
              />
            )}
          </div>
          {list === "trending" && <Trending period={period} nextStep={seeRecent} onCopy={setCopied} />}
          {list === "for-you" && <ForYou nextStep={seeRecent} onCopy={setCopied} />}
          {list === "recent" && <Recent onCopy={setCopied} />}
        </>
      )}
      {copied && <Fill promptId={copied.id} title={copied.title} onClose={() => setCopied(null)} />}
    </div>
  );
}

interface ListProps {
  nextStep: ReactNode;
  onCopy: OnCopy;
}

function Trending({ period, nextStep, onCopy }: ListProps & { period: CommunitySearch["period"] }) {
  const { data, error, refetch } = useQuery(trendingQuery(period));
  const me = useSession()?.id;
  // One knows one's own: those of others come first.
  const isMine = ({ user_id }: PromptSummary) => user_id === me;
  const items = data?.items && [...data.items.filter((item) => !isMine(item)), ...data.items.filter(isMine)];
  return (
    <PromptGrid
      label={t`Trending`}
      items={items}
      error={error}
      onCopy={onCopy}
      retry={() => void refetch()}
      nextStep={nextStep}
    >
      <Trans>No public prompt was viewed in this period.</Trans>
    </PromptGrid>
  );
}

function ForYou({ nextStep, onCopy }: ListProps) {
  const { data, error, refetch } = useQuery(recommendedQuery());
  return (
    <PromptGrid
      label={t`For You`}
      items={data?.items}
      error={error}
      onCopy={onCopy}
      retry={() => void refetch()}
      nextStep={nextStep}
    >
      <Trans>When others publish prompts like those you write and like, they show up here.</Trans>
    </PromptGrid>
  );
}

interface FoundProps {
  search: CommunitySearch;
  onCopy: OnCopy;
  onClear: () => void;
}

function Found({ search, onCopy, onClear }: FoundProps) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    ...foundQuery(search),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PromptGrid
        label={t`Found`}
        items={data?.pages.flatMap((page) => page.items)}
        error={error}
        onCopy={onCopy}
        retry={() => void refetch()}
        nextStep={
          <Button onClick={onClear}>
            <Trans>Clear search and filters</Trans>
          </Button>
        }
      >
        <Trans>No public prompt matches. Try another word or remove a filter.</Trans>
      </PromptGrid>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}

function Recent({ onCopy }: { onCopy: OnCopy }) {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recentQuery(),
  );
  return (
    <>
      <PromptGrid
        label={t`Recent`}
        items={data?.pages.flatMap((page) => page.items)}
        error={error}
        onCopy={onCopy}
        retry={() => void refetch()}
        nextStep={
          <Link to="/editor" search={{ new: "prompt" }} className={buttonClass({ variant: "primary" })}>
            <Trans>New Prompt</Trans>
          </Link>
        }
      >
        <Trans>Nobody has published a prompt yet. Yours could be the first.</Trans>
      </PromptGrid>
      {hasNextPage && (
        <Button className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
    </>
  );
}
