// Optimistic updates of the cached prompt lists.
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ListPromptsResponse, PromptSummary } from "@/api/generated/types.gen";
import { operationOf } from "@/api/infinite";

/** The edit of a listed prompt; null removes it. */
export type Edit = (prompt: PromptSummary) => PromptSummary | null;

// Matches every list of prompts, whatever its filters.
const isPromptList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  operationOf(queryKey) === "listPrompts";

type Lists = [readonly unknown[], InfiniteData<ListPromptsResponse> | undefined][];

/**
 * Edits these prompts in every cached list at once. The returned function takes the ids that the server accepted
 * (none, if it rejected the request) and rolls back the others in place.
 */
export async function editInLists(queryClient: QueryClient, ids: readonly string[], edit: Edit) {
  await queryClient.cancelQueries({ predicate: isPromptList });
  const before: Lists = queryClient.getQueriesData({ predicate: isPromptList });
  const show = (agreed: readonly string[]) => {
    const wanted = new Set(agreed);
    for (const [key, data] of before) {
      if (data?.pages) queryClient.setQueryData(key, edited(data, wanted, edit));
    }
  };
  show(ids);
  return show;
}

function edited(
  data: InfiniteData<ListPromptsResponse>,
  ids: ReadonlySet<string>,
  edit: Edit,
): InfiniteData<ListPromptsResponse> {
  const keep = (prompt: PromptSummary) => (ids.has(prompt.id) ? edit(prompt) : prompt);
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      items: page.items.flatMap((prompt) => keep(prompt) ?? []),
    })),
  };
}
