// Confirms the deletion of the open prompt, and goes back to the Explorer.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { deletePrompt, restoreFromTrash } from "@/api/generated/sdk.gen";
import { refresh } from "@/api/infinite";
import { messages } from "@/core/lists";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { toast } from "@/ui/toast";
import type { PromptSession } from "./queries";

interface DeletePromptProps {
  session: PromptSession;
  id: string;
  title: string;
  isAsset: boolean;
  onClose: () => void;
}

export default function DeletePrompt({ session, id, title, isAsset, onClose }: DeletePromptProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const lists = () => refresh(queryClient, "listPrompts", "listTrash", "listCollectionItems");
  const remove = useMutation({
    mutationFn: async () => {
      // The trash has the latest text, and nothing unsaved holds the page back.
      if (session.holdsMore() && !(await session.flush())) {
        throw new Error(t`Your latest changes could not be saved. Save them first.`);
      }
      await deletePrompt({ path: { id }, throwOnError: true });
    },
    onSuccess: async () => {
      toast.success(t`Moved to the trash`, { action: { label: t`Undo`, onClick: () => void undo() } });
      await navigate({ to: "/explorer", search: { tab: isAsset ? "assets" : "prompts" } });
      await lists();
    },
  });
  const undo = async () => {
    try {
      await restoreFromTrash({ path: { type: "prompt", id }, throwOnError: true });
      toast.success(t`“${title}” is back`);
    } catch (error) {
      toast.error(t`“${title}” was not restored`, { description: messageOf(error) });
    }
    await lists();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isAsset ? t`Are you sure you want to delete this asset?` : messages.confirm_delete_prompt}
      confirmLabel={t`Delete`}
      danger
      busy={remove.isPending}
      error={remove.error ? messageOf(remove.error) : undefined}
      onConfirm={() => remove.mutate()}
    >
      <p>
        <Trans>“{title}” stays in the trash for 30 days, versions included.</Trans>
      </p>
    </ConfirmDialog>
  );
}
