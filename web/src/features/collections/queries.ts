import { t } from "@lingui/core/macro";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  addCollectionItemsMutation,
  createCollectionMutation,
  deleteCollectionMutation,
  getCollectionOptions,
  listCollectionItemsInfiniteOptions,
  listCollectionsInfiniteOptions,
  listPromptsOptions,
  moveCollectionMutation,
  removeCollectionItemMutation,
  updateCollectionMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Collection, CollectionDetail, CollectionItem, SmartFilter } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { messages } from "@/core/lists";
import { toast } from "@/ui/toast";

export type { Collection, CollectionDetail, CollectionItem, SmartFilter };

// Collections change rarely, and rarely by other users.
const STALE_TIME_MS = 30_000;

/** One level: the collections in `parent`, or at the top. A search at the top covers all levels. */
export const levelQuery = (parent: string | undefined, search?: string) => ({
  ...listCollectionsInfiniteOptions({
    query: { parent_id: parent ?? (search ? undefined : "root"), search: search || undefined, limit: 60 },
  }),
  ...pages,
  staleTime: STALE_TIME_MS,
});

/** The user's own collections in `parent`, for trees that choose a target. */
export const ownLevelQuery = (parent: string | undefined) => ({
  ...listCollectionsInfiniteOptions({ query: { parent_id: parent ?? "root", owner: "me", limit: 100 } }),
  ...pages,
  staleTime: STALE_TIME_MS,
});

export const collectionQuery = (id: string) => ({
  ...getCollectionOptions({ path: { id } }),
  staleTime: STALE_TIME_MS,
});

export const itemsQuery = (id: string) => ({
  ...listCollectionItemsInfiniteOptions({ path: { id }, query: { limit: 60 } }),
  ...pages,
  staleTime: STALE_TIME_MS,
});

/** The default filter of a new smart collection: all of the user's own prompts. */
export const newFilter: SmartFilter = { kind: "prompt", owner: "me" };

/** The first prompts that match a filter. */
export const matchesQuery = ({ tags, ...filter }: SmartFilter, limit: number) =>
  listPromptsOptions({
    query: {
      kind: filter.kind,
      owner: filter.owner,
      search: filter.search || undefined,
      category: filter.category ?? undefined,
      structure_type: filter.structure_type ?? undefined,
      complexity: filter.complexity ?? undefined,
      prompt_type: filter.prompt_type ?? undefined,
      is_public: filter.is_public ?? undefined,
      tags: tags?.length ? tags : undefined,
      limit,
    },
  });

export const refreshCollections = (queryClient: QueryClient) =>
  refresh(queryClient, "listCollections", "getCollection", "listCollectionItems");

export function useCreateCollection() {
  const queryClient = useQueryClient();
  return useMutation({ ...createCollectionMutation(), onSuccess: () => refreshCollections(queryClient) });
}

export function useUpdateCollection() {
  const queryClient = useQueryClient();
  return useMutation({ ...updateCollectionMutation(), onSuccess: () => refreshCollections(queryClient) });
}

/** `leave` navigates away from the collection first, since refetching it would fail. */
export function useDeleteCollection(leave: () => Promise<void> | void) {
  const queryClient = useQueryClient();
  return useMutation({
    ...deleteCollectionMutation(),
    onSuccess: async (_nothing, { path }) => {
      await leave();
      queryClient.removeQueries({ queryKey: collectionQuery(path.id).queryKey });
      await refresh(queryClient, "listCollections", "listCollectionItems", "getCollection", "listTrash");
    },
  });
}

export function useMoveCollection() {
  const queryClient = useQueryClient();
  return useMutation({
    ...moveCollectionMutation(),
    onSuccess: (moved) => void toast.success(t`“${moved.title}” was moved`),
    onError: (error) => toast.error(t`Moving failed`, { description: messageOf(error) }),
    onSettled: () => refreshCollections(queryClient),
  });
}

export function useAddItems() {
  const queryClient = useQueryClient();
  return useMutation({
    ...addCollectionItemsMutation(),
    onSuccess: () => refreshCollections(queryClient),
    onError: (error) => toast.error(messages.collection_add_failed, { description: messageOf(error) }),
  });
}

export function useRemoveItem() {
  const queryClient = useQueryClient();
  return useMutation({
    ...removeCollectionItemMutation(),
    onError: (error) => toast.error(t`Removing failed`, { description: messageOf(error) }),
    onSettled: () => refreshCollections(queryClient),
  });
}
