// Changes in the cached lists of prompts, ahead of the server's answer.
import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { ListPromptsResponse, PromptSummary } from "@/api/generated/types.gen";
import { operationOf } from "@/api/infinite";

/** What becomes of a listed prompt; null takes it out. */
export type Edit = (prompt: PromptSummary) => PromptSummary | null;

// Every list of prompts, whatever its filters.
const isPromptList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  operationOf(queryKey) === "listPrompts";

type Lists = [readonly unknown[], InfiniteData<ListPromptsResponse> | undefined][];

/**
 * Edits these prompts in every list at once. Called again with the ids that the server agreed to (none, when it refused),
 * the returned function leaves only those edited and puts the others back where they stood.
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
