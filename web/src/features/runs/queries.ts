import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { deleteRunMutation, listRunsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { createPrompt, pinRun, unpinRun } from "@/api/generated/sdk.gen";
import type { RunSummary } from "@/api/generated/types.gen";
import { pages, refresh } from "@/api/infinite";
import { newPrompt, onOneLine } from "@/core";
import { truncate } from "@/core/lists";
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
    onError: (error) => toast.error(t`Pinning failed`, { description: messageOf(error) }),
  });
}

/** Keeps an answer as an asset with what the model was given, to be included in prompts. */
export function useSaveAsExample(title: string) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async ({ input, output }: { input: string; output: string }) => {
      const asset = newPrompt("examples");
      const text = t`Input:\n\n${input}\n\nOutput:\n\n${output}`;
      const content = { segments: [{ type: "context" as const, content: text }] };
      const body = {
        ...asset,
        title: onOneLine(truncate(t`Example of ${title || t`a prompt`}`, 200)),
        content,
      };
      const { data } = await createPrompt({ body, throwOnError: true });
      return data;
    },
    onSuccess: ({ id }) => {
      toast.success(t`Saved as an example`, {
        description: `{{> ${id}}} includes it in a prompt.`,
        action: { label: t`Open`, onClick: () => void navigate({ to: "/asset-editor/$id", params: { id } }) },
      });
      return refresh(queryClient, "listPrompts");
    },
    onError: (error) => toast.error(t`Saving failed`, { description: messageOf(error) }),
  });
}

export function useDeleteRun() {
  const queryClient = useQueryClient();
  return useMutation({
    ...deleteRunMutation(),
    onSuccess: () => refresh(queryClient, "listRuns"),
    onError: (error) => toast.error(t`Deleting failed`, { description: messageOf(error) }),
  });
}
