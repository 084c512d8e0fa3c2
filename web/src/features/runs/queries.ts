import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { deleteRunMutation, listRunsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { pinRun, unpinRun } from "@/api/generated/sdk.gen";
import type { RunSummary } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { toast } from "@/ui/toast";

const PAGE_SIZE = 20;

/** The runs of a prompt, page by page. */
export function useRuns(promptId: string) {
  const query = listRunsInfiniteOptions({ path: { id: promptId }, query: { limit: PAGE_SIZE } });
  return useInfiniteQuery({ ...query, ...pages });
}

/** Refetches what a run changes: the list of runs and the credits. */
export function useRunEnded(): () => void {
  const queryClient = useQueryClient();
  return () => void refresh(queryClient, "listRuns", "getCredits", "listCreditTransactions");
}

export function usePinRun() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, is_pinned }: RunSummary) => {
      const change = is_pinned ? unpinRun : pinRun;
      await change({ path: { id }, throwOnError: true });
    },
    onSuccess: () => refresh(queryClient, "listRuns"),
    onError: (error) => toast.error("Pinning failed", { description: messageOf(error) }),
  });
}

export function useDeleteRun() {
  const queryClient = useQueryClient();
  return useMutation({
    ...deleteRunMutation(),
    onSuccess: () => refresh(queryClient, "listRuns"),
    onError: (error) => toast.error("Deleting failed", { description: messageOf(error) }),
  });
}
