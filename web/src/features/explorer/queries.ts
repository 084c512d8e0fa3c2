import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  clonePromptMutation,
  deletePromptMutation,
  listPromptsInfiniteOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import type { ListPromptsResponse, PromptSummary } from "@/api/generated/types.gen";
import { operationOf, pages, refresh } from "@/api/infinite";
import { words } from "@/core";
import { toast } from "@/ui/toast";
import type { ExplorerSearch } from "./search";

export type { PromptSummary };

/** The prompts or assets that the filters leave, newest change first, page by page. */
export function usePrompts({ tab, q, category, structure, owner }: ExplorerSearch) {
  return useInfiniteQuery({
    ...listPromptsInfiniteOptions({
      query: {
        kind: tab === "assets" ? "asset" : "prompt",
        search: q || undefined,
        category: known(words.categories, category),
        structure_type: known(words.structure_types, structure),
        owner,
        limit: 60,
      },
    }),
    ...pages,
    placeholderData: keepPreviousData,
  });
}

// A URL can say anything; what is no word of the list filters nothing.
function known<Word extends string>(list: readonly { value: Word }[], word: string): Word | undefined {
  return list.find(({ value }) => value === word)?.value;
}

// Every list of prompts, whatever its filters.
const isPromptList = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  operationOf(queryKey) === "listPrompts";

export function useClonePrompt() {
  const queryClient = useQueryClient();
  return useMutation({
    ...clonePromptMutation(),
    onSuccess: (copy) => {
      toast.success(`“${copy.title}” is in your prompts`);
      return refresh(queryClient, "listPrompts");
    },
    onError: (error) => toast.error("Cloning failed", { description: messageOf(error) }),
  });
}

/** Takes the prompt out of every list at once and puts it back if the server refuses. */
export function useDeletePrompt() {
  const queryClient = useQueryClient();
  return useMutation({
    ...deletePromptMutation(),
    onMutate: async ({ path }) => {
      await queryClient.cancelQueries({ predicate: isPromptList });
      const before = queryClient.getQueriesData<InfiniteData<ListPromptsResponse>>({
        predicate: isPromptList,
      });
      for (const [key, data] of before) {
        if (data?.pages) queryClient.setQueryData(key, without(data, path.id));
      }
      return { before };
    },
    onError: (error, _variables, context) => {
      for (const [key, data] of (context as { before?: [readonly unknown[], unknown][] } | undefined)
        ?.before ?? []) {
        queryClient.setQueryData(key, data);
      }
      toast.error("Deleting failed. The item is back in the list.", { description: messageOf(error) });
    },
    onSuccess: () => void toast.success("Deleted"),
    onSettled: () => refresh(queryClient, "listPrompts", "listTrash"),
  });
}

function without(data: InfiniteData<ListPromptsResponse>, id: string): InfiniteData<ListPromptsResponse> {
  return {
    ...data,
    pages: data.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
  };
}
