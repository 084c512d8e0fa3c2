// The editor without a prompt: create one, import some, or continue an unsaved draft.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { FilePlus2, FileUp, Plus } from "lucide-react";
import { useId, useLayoutEffect, useRef } from "react";
import type { Prompt } from "@/core";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { inherit } from "@/ui/focus-back";
import { NewDrafts } from "./new-drafts";
import type { EditorPanels } from "./panels";
import type { Draft } from "./state/draft";

interface EmptyEditorProps {
  onNew: () => void;
  onNewAsset: () => void;
  onImport: () => void;
  onOpenDraft: (draft: Draft<Prompt>) => void;
  Templates: EditorPanels["Templates"];
}

export function EmptyEditor({ onNew, onNewAsset, onImport, onOpenDraft, Templates }: EmptyEditorProps) {
  const templatesId = useId();
  const begin = useRef<HTMLButtonElement>(null);
  // A new asset focuses its title, so the dialog that asked for the type does not restore the focus.
  const newAsset = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const button = newAsset.current;
    return () => void (button && inherit(button, document.body));
  }, []);
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-6 pt-4">
      <h1 className="sr-only">
        <Trans>Prompt Editor</Trans>
      </h1>
      <NewDrafts onOpen={onOpenDraft} next={begin} />
      <EmptyState
        title={t`No prompt selected`}
        action={
          <>
            <Button ref={begin} variant="primary" onClick={onNew}>
              <Plus aria-hidden="true" /> <Trans>New</Trans>
            </Button>
            <Button ref={newAsset} onClick={onNewAsset}>
              <FilePlus2 aria-hidden="true" /> <Trans>New Asset</Trans>
            </Button>
            <Button onClick={onImport}>
              <FileUp aria-hidden="true" /> <Trans>Import</Trans>
            </Button>
          </>
        }
      >
        <Trans>
          Start a new prompt, or drop files here: Markdown, YAML, JSON, XML, HTML, .prompty and files of other
          tools. Your saved prompts are in the{" "}
          <Link to="/explorer" search={{ owner: "me" }} className="text-accent underline underline-offset-4">
            Explorer
          </Link>
          .
        </Trans>
      </EmptyState>
      <section aria-labelledby={templatesId}>
        <h2 id={templatesId} className="mb-2 text-lg font-bold">
          <Trans>Start from a template</Trans>
        </h2>
        <Templates />
      </section>
    </div>
  );
}
