import { plural, t } from "@lingui/core/macro";
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  clonePromptMutation,
  countPromptsOptions,
  listPromptsInfiniteOptions,
} from "@/api/generated/@tanstack/react-query.gen";
import { addFavourite, deletePrompt, removeFavourite, renameTags } from "@/api/generated/sdk.gen";
import type { PromptSummary, SmartFilter } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { words } from "@/core/lists";
import { toast } from "@/ui/toast";
import { undo } from "./bulk";
import { editInLists } from "./lists";
import { type ExplorerSearch, ownerOf } from "./search";

/** Items per page of the list. */
const PAGE_SIZE = 24;

export type { PromptSummary, SmartFilter };

/** The filter of a search as the API takes it. */
function filterOf({ tab, q, category, structure, tag, favourites, owner }: ExplorerSearch) {
  return {
    kind: tab === "assets" ? ("asset" as const) : ("prompt" as const),
    search: q || undefined,
    category: known(words.categories, category),
    structure_type: known(words.structure_types, structure),
    tags: tag ? [tag] : undefined,
    favourites: favourites || undefined,
    owner: ownerOf({ owner }),
  };
}

/** The filter of a search as a smart collection keeps it. */
export function smartFilterOf(search: ExplorerSearch): SmartFilter {
  const { kind, search: words, category, structure_type, tags, owner } = filterOf(search);
  return { kind, owner, search: words ?? "", category, structure_type, tags: tags ?? [] };
}

function promptsQuery(search: ExplorerSearch) {
  return {
    ...listPromptsInfiniteOptions({
      query: { ...filterOf(search), sort: search.sort, limit: PAGE_SIZE },
    }),
    ...pages,
  };
}

/** The number of prompts that a search finds, if its list has further pages. */
export function useCount(search: ExplorerSearch, enabled: boolean) {
  const { data } = useQuery({ ...countPromptsOptions({ query: filterOf(search) }), enabled });
  return enabled ? data : undefined;
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
      toast.success(t`“${copy.title}” was added to your prompts`);
      return refresh(queryClient, "listPrompts");
    },
    onError: (error) => toast.error(t`Cloning failed`, { description: messageOf(error) }),
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
        toast.success(t`Moved to the trash`, { action: undo(queryClient, [{ id, title }]) });
      } catch (error) {
        settle([]);
        toast.error(t`Deleting failed. The item is back in the list.`, { description: messageOf(error) });
        throw error;
      }
    },
    onSettled: () => refresh(queryClient, "listPrompts", "listTrash"),
  });
}

/** Adds a prompt to the favourites or removes it, at once in every list. */
export function useFavourite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, is_favourite }: PromptSummary) => {
      const call = is_favourite ? removeFavourite : addFavourite;
      const settle = await editInLists(queryClient, [id], (prompt) => ({
        ...prompt,
        is_favourite: !is_favourite,
      }));
      try {
        await call({ path: { id }, throwOnError: true });
      } catch (error) {
        settle([]);
        toast.error(t`Your favourites were not changed`, { description: messageOf(error) });
        throw error;
      }
    },
    onSettled: () => refresh(queryClient, "listPrompts"),
  });
}

/** Renames a tag in all of the user's prompts, assets, components and smart collections. */
export function useRenameTag() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ from, to }: { from: string; to: string }) => {
      const { data } = await renameTags({ body: { from: [from], to }, throwOnError: true });
      return data.changed;
    },
    onSuccess: (changed, { from, to }) => {
      toast.success(t`“${from}” is now “${to}”`, {
        description: plural(changed, { one: "# item was changed.", other: "# items were changed." }),
      });
      return refresh(
        queryClient,
        ...["listPrompts", "getPrompt", "listComponents", "getComponent", "listCollections", "getCollection"],
      );
    },
  });
}
