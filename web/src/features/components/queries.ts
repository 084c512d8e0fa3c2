import { t } from "@lingui/core/macro";
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
  cloneComponentMutation,
  countComponentsOptions,
  useComponentMutation as countUseMutation,
  createComponentMutation,
  deleteComponentMutation,
  getComponentOptions,
  listComponentRatingsInfiniteOptions,
  listComponentsInfiniteOptions,
  rateComponentMutation,
  unrateComponentMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { ComponentSummary, StoredComponent } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { toast } from "@/ui/toast";
import type { LibrarySearch } from "./search";

export type { ComponentSummary, StoredComponent };

export function useComponents({ type, q }: LibrarySearch) {
  return useInfiniteQuery({
    ...listComponentsInfiniteOptions({
      query: { type: type === "all" ? undefined : type, search: q || undefined, limit: 60 },
    }),
    ...pages,
    placeholderData: keepPreviousData,
  });
}

export function useComponentCounts(q: string) {
  return useQuery({
    ...countComponentsOptions({ query: { search: q || undefined } }),
    placeholderData: keepPreviousData,
  });
}

export const componentQuery = (id: string) => getComponentOptions({ path: { id } });

export const ratingsQuery = (id: string) => ({
  ...listComponentRatingsInfiniteOptions({ path: { id }, query: { limit: 50 } }),
  ...pages,
  staleTime: 0,
});

export const refreshLibrary = (queryClient: QueryClient) =>
  refresh(
    queryClient,
    "listComponents",
    "countComponents",
    "getComponent",
    "listComponentRatings",
    "listTrash",
  );

export function useCreateComponent() {
  const queryClient = useQueryClient();
  return useMutation({ ...createComponentMutation(), onSuccess: () => refreshLibrary(queryClient) });
}

// The actions of the library besides editing: each reports its failure in a toast.
function useOutcome(failure: string, success?: string) {
  const queryClient = useQueryClient();
  return {
    onSuccess: () => {
      if (success) toast.success(success);
      return refreshLibrary(queryClient);
    },
    onError: (error: unknown) => void toast.error(failure, { description: messageOf(error) }),
  };
}

export const useRateComponent = () =>
  useMutation({ ...rateComponentMutation(), ...useOutcome(t`Rating failed`, t`Thanks for your rating`) });

export const useUnrateComponent = () =>
  useMutation({
    ...unrateComponentMutation(),
    ...useOutcome(t`Removing the rating failed`, t`Your rating was removed`),
  });

export const useCloneComponent = () =>
  useMutation({
    ...cloneComponentMutation(),
    ...useOutcome(t`Cloning failed`, t`The copy was added to your library`),
  });

export const useDeleteComponent = () =>
  useMutation({ ...deleteComponentMutation(), ...useOutcome(t`Deleting failed`, t`Moved to the trash`) });

export const useCountUse = () =>
  useMutation({ ...countUseMutation(), ...useOutcome(t`Counting the use failed`) });
