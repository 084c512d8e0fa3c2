// The labels of a prompt on the server: names such as production, each of which points to a version.
import { t } from "@lingui/core/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import {
  listLabelMovesQueryKey,
  listLabelsOptions,
  listLabelsQueryKey,
  moveLabelMutation,
  removeLabelMutation,
  undoLabelMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { Label } from "@/api/generated/types.gen";
import { toast } from "@/ui/toast";

export type { Label };

/** The labels of a prompt; none for a record that has no labels. */
export function useLabels(promptId: string | null): readonly Label[] {
  const { data } = useQuery({
    ...listLabelsOptions({ path: { id: promptId ?? "" } }),
    enabled: promptId !== null,
    staleTime: 0,
  });
  return (promptId !== null && data?.items) || [];
}

/** The acts on the labels of a prompt. Each failure that has no form of its own is a toast. */
export function useLabelActs(promptId: string) {
  const queryClient = useQueryClient();
  const refresh = (label: string) => {
    const path = { id: promptId, label };
    void queryClient.invalidateQueries({ queryKey: listLabelsQueryKey({ path: { id: promptId } }) });
    void queryClient.invalidateQueries({ queryKey: listLabelMovesQueryKey({ path }) });
  };
  const move = useMutation({
    ...moveLabelMutation(),
    onSuccess: (_, { path }) => refresh(path.label),
  });
  const undo = useMutation({
    ...undoLabelMutation(),
    onSuccess: ({ items: [label] }, { path }) => {
      refresh(path.label);
      toast.success(
        label ? t`${label.name} is at ${label.version} again` : t`${path.label} was removed again`,
      );
    },
    onError: (error, { path }) => {
      refresh(path.label);
      toast.error(t`The move was not undone`, { description: messageOf(error) });
    },
  });
  const remove = useMutation({
    ...removeLabelMutation(),
    onSuccess: (_, { path }) => {
      refresh(path.label);
      toast.success(t`${path.label} was removed`, {
        action: { label: t`Undo`, onClick: () => undo.mutate({ path, body: {} }) },
      });
    },
    onError: (error) => toast.error(t`The label was not removed`, { description: messageOf(error) }),
  });
  return { move, undo, remove };
}
