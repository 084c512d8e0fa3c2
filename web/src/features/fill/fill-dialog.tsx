// Fills in and copies a prompt of a list, without opening the editor.
import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { messageOf } from "@/api/client";
import { getPromptOptions } from "@/api/generated/@tanstack/react-query.gen";
import { type Prompt, useDocument } from "@/core";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import Filled from "./filled";

interface FillDialogProps {
  promptId: string;
  title: string;
  onClose: () => void;
}

export default function FillDialog({ promptId, title, onClose }: FillDialogProps) {
  useCopyKey();
  const { data, error, refetch } = useQuery(getPromptOptions({ path: { id: promptId } }));
  const document = useDocument(data as unknown as Prompt | undefined);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t`Copy “${title}”`} size="md">
      {error && !data ? (
        <NotLoaded title={t`The prompt could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      ) : document ? (
        <div className="-mx-5 -my-4">
          <Filled document={document} promptId={promptId} readOnly asked={1} />
        </div>
      ) : (
        <div role="status" aria-label={t`Loading`} className="flex flex-col gap-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Dialog>
  );
}

/** Ctrl+Enter copies from any field. */
function useCopyKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
      const button = document.querySelector<HTMLElement>("[role=dialog] [data-copy]");
      if (!button) return;
      event.preventDefault();
      event.stopPropagation();
      button.click();
    };
    window.addEventListener("keydown", onKeyDown, true);
    return () => window.removeEventListener("keydown", onKeyDown, true);
  }, []);
}
