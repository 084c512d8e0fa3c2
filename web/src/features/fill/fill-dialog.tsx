// Fills in and copies a prompt of a list, without opening the editor.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { messageOf } from "@/api/client";
import { getPromptOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { EditorDocument, type Prompt } from "@/core";
import { Dialog } from "@/ui/dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { Filled } from "./filled";

interface FillDialogProps {
  promptId: string;
  title: string;
  onClose: () => void;
}

export default function FillDialog({ promptId, title, onClose }: FillDialogProps) {
  const { data, error, refetch } = useQuery(getPromptOptions({ path: { id: promptId } }));
  const document = useDocument(data);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Copy “${title}”`} size="md">
      {error && !data ? (
        <NotLoaded title="The prompt could not be loaded" onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      ) : document ? (
        <div className="-mx-5 -my-4">
          <Filled document={document} promptId={promptId} readOnly />
        </div>
      ) : (
        <div role="status" aria-label="Loading" className="flex flex-col gap-3">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-24 w-full" />
        </div>
      )}
    </Dialog>
  );
}

/** A prompt as a document that is closed with the dialog; null until it is open. */
function useDocument(prompt: StoredPrompt | undefined): EditorDocument | null {
  const [document, setDocument] = useState<EditorDocument | null>(null);
  useEffect(() => {
    if (!prompt) return;
    const opened = EditorDocument.open(prompt as unknown as Prompt);
    setDocument(opened);
    return () => {
      setDocument(null);
      opened.close();
    };
  }, [prompt]);
  return document;
}
