import { t } from "@lingui/core/macro";
import { type InfiniteData, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import {
  clonePromptMutation,
  listCollectionsInfiniteOptions,
  listPromptsInfiniteOptions,
  listRecentInfiniteOptions,
  listRecommendedOptions,
  listTrendingOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { likePrompt, unlikePrompt } from "@/api/generated/sdk.gen";
import type { PromptSummary, PromptSummaryPage, StoredPrompt } from "@/api/generated/types.gen";
import { operationOf, pages, refresh } from "@/api/infinite";
import { words } from "@/core/lists";
import { toast } from "@/ui/toast";
import type { CommunitySearch } from "./search";

export type { PromptSummary };

export const trendingQuery = (period: CommunitySearch["period"]) =>
  listTrendingOptions({ query: { period } });
export const recommendedQuery = () => listRecommendedOptions();
export const recentQuery = () => ({ ...listRecentInfiniteOptions({ query: { limit: 20 } }), ...pages });
/** The public prompts and assets that a search finds, newest first. */
export const foundQuery = ({ q, category, tag }: Pick<CommunitySearch, "q" | "category" | "tag">) => ({
  ...listPromptsInfiniteOptions({
    query: {
      kind: "all",
      is_public: true,
      search: q || undefined,
      category: words.categories.find(({ value }) => value === category)?.value,
      tags: tag ? [tag] : undefined,
      sort: "created_at",
      limit: 20,
    },
  }),
  ...pages,
});
export const publicCollectionsQuery = () => ({
  ...listCollectionsInfiniteOptions({ query: { parent_id: "any", is_public: true, limit: 30 } }),
  ...pages,
});

const lists = ["listTrending", "listRecommended", "listRecent", "listPrompts"];

type Listed = { items: PromptSummary[] } | InfiniteData<PromptSummaryPage>;

/** Likes or unlikes: optimistic in every list, rolled back with a message if the server rejects it. */
export function useLike() {
  const queryClient = useQueryClient();
  const inLists = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      lists.includes(operationOf(queryKey) ?? ""),
  };
  const show = (id: string, state: Pick<PromptSummary, "is_liked" | "like_count">) =>
    queryClient.setQueriesData<Listed>(inLists, (data) => data && withLike(data, id, state));
  return useMutation({
    mutationFn: async ({ id, is_liked }: PromptSummary) => {
      const call = is_liked ? unlikePrompt : likePrompt;
      const { data } = await call({ path: { id }, throwOnError: true });
      return data;
    },
    onMutate: ({ id, is_liked, like_count }) =>
      void show(id, { is_liked: !is_liked, like_count: like_count + (is_liked ? -1 : 1) }),
    onSuccess: ({ liked, like_count }, { id }) => void show(id, { is_liked: liked, like_count }),
    onError: (error, { id, is_liked, like_count }) => {
      show(id, { is_liked, like_count });
      toast.error(t`Your like was not saved`, { description: messageOf(error) });
    },
  });
}

function withLike(data: Listed, id: string, state: Pick<PromptSummary, "is_liked" | "like_count">): Listed {
  const patch = <Item extends PromptSummary>(items: Item[]) =>
    items.map((item) => (item.id === id ? { ...item, ...state } : item));
  if ("pages" in data)
    return { ...data, pages: data.pages.map((page) => ({ ...page, items: patch(page.items) })) };
  return { ...data, items: patch(data.items) };
}

export function useClone() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const open = ({ id, prompt_type }: StoredPrompt) =>
    void (prompt_type === "prompt"
      ? navigate({ to: "/editor", search: { prompt: id } })
      : navigate({ to: "/asset-editor/$id", params: { id } }));
  return useMutation({
    ...clonePromptMutation(),
    onSuccess: (copy) => {
      toast.success(t`“${copy.title}” was added to your prompts`, {
        action: { label: t`Open`, onClick: () => open(copy) },
      });
      return refresh(queryClient, ...lists);
    },
    onError: (error) => toast.error(t`Cloning failed`, { description: messageOf(error) }),
  });
}
