// The editor without a prompt: begin one, bring some in, or go on with what a lost tab left.
import { Link } from "@tanstack/react-router";
import { FilePlus2, FileUp, Plus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { inherit } from "@/ui/focus-back";
import { toast } from "@/ui/toast";
import { type Draft, discardDraft } from "./state/drafts";

interface EmptyEditorProps {
  onNew: () => void;
  onNewAsset: () => void;
  onImport: () => void;
  draft: Draft | null;
  onOpenDraft: (draft: Draft) => void;
  onDraftGone: () => void;
}

const time = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

export function EmptyEditor({
  onNew,
  onNewAsset,
  onImport,
  draft,
  onOpenDraft,
  onDraftGone,
}: EmptyEditorProps) {
  const discard = (lost: Draft) =>
    discardDraft(lost).then(onDraftGone, (error: unknown) =>
      toast.error("The draft could not be discarded", { description: messageOf(error) }),
    );
  // A new asset begins in its title, which takes the focus from nobody: the dialog that asked for the kind leaves it to the title.
  const newAsset = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = newAsset.current;
    return () => void (button && inherit(button, document.body));
  }, []);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 pt-4">
      <h1 className="sr-only">Prompt Editor</h1>
      {draft && (
        <Alert
          tone="warning"
          title="A prompt was never saved"
          action={
            <>
              <Button size="sm" variant="primary" onClick={() => onOpenDraft(draft)}>
                Open draft
              </Button>
              <Button size="sm" onClick={() => void discard(draft)}>
                Discard
              </Button>
            </>
          }
        >
          “{draft.text.title || "Untitled Prompt"}”, typed on {time.format(draft.written_at)}, is kept in this
          browser.
        </Alert>
      )}
      <EmptyState
        title="No prompt selected"
        action={
          <>
            <Button variant="primary" onClick={onNew}>
              <Plus aria-hidden="true" /> New
            </Button>
            <Button ref={newAsset} onClick={onNewAsset}>
              <FilePlus2 aria-hidden="true" /> New Asset
            </Button>
            <Button onClick={onImport}>
              <FileUp aria-hidden="true" /> Import
            </Button>
          </>
        }
      >
        Begin a prompt, or drop files here: Markdown, YAML, JSON, XML, HTML, .prompty and what other tools
        write. What you have written is in the{" "}
        <Link to="/explorer" search={{ owner: "me" }} className="text-accent underline underline-offset-4">
          Explorer
        </Link>
        .
      </EmptyState>
    </div>
  );
}
