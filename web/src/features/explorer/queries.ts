import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { clonePromptMutation, listPromptsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { deletePrompt } from "@/api/generated/sdk.gen";
import type { PromptSummary } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { words } from "@/core/lists";
import { toast } from "@/ui/toast";
import { undo } from "./bulk";
import { editInLists } from "./lists";
import { type ExplorerSearch, ownerOf } from "./search";

/** Items per page of the list. */
const PAGE_SIZE = 24;

export type { PromptSummary };

function promptsQuery({ tab, q, category, structure, tag, owner, sort }: ExplorerSearch) {
  return {
    ...listPromptsInfiniteOptions({
      query: {
        kind: tab === "assets" ? "asset" : "prompt",
        search: q || undefined,
        category: known(words.categories, category),
        structure_type: known(words.structure_types, structure),
        tags: tag ? [tag] : undefined,
        owner: ownerOf({ owner }),
        sort,
        limit: PAGE_SIZE,
      },
    }),
    ...pages,
  };
}

/** The filtered prompts or assets, page by page. */
export function usePrompts(search: ExplorerSearch) {
  return useInfiniteQuery({ ...promptsQuery(search), placeholderData: keepPreviousData });
}

/** Prefetches the list before the page that shows it is loaded. */
export function expectPrompts(queryClient: QueryClient, search: ExplorerSearch): void {
  void queryClient.prefetchInfiniteQuery(promptsQuery(search));
}

// The URL may hold any text; a value that is not in the list filters nothing.
function known<Word extends string>(list: readonly { value: Word }[], word: string): Word | undefined {
  return list.find(({ value }) => value === word)?.value;
}

export function useClonePrompt() {
  const queryClient = useQueryClient();
  return useMutation({
    ...clonePromptMutation(),
    onSuccess: (copy) => {
      toast.success(`“${copy.title}” was added to your prompts`);
      return refresh(queryClient, "listPrompts");
    },
    onError: (error) => toast.error("Cloning failed", { description: messageOf(error) }),
  });
}

/** Optimistically removes the prompt from every list, and restores it if the server rejects the deletion. */
export function useDeletePrompt() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, title }: PromptSummary) => {
      const settle = await editInLists(queryClient, [id], () => null);
      try {
        await deletePrompt({ path: { id }, throwOnError: true });
        toast.success("Moved to the trash", { action: undo(queryClient, [{ id, title }]) });
      } catch (error) {
        settle([]);
        toast.error("Deleting failed. The item is back in the list.", { description: messageOf(error) });
        throw error;
      }
    },
    onSettled: () => refresh(queryClient, "listPrompts", "listTrash"),
  });
}
