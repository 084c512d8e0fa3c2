import { History, Save } from "lucide-react";
import { labelOf, words } from "@/core/lists";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { cn } from "@/ui/cn";
import { useCommands } from "@/ui/commands";
import { Dialog } from "@/ui/dialog";
import { PageHeader } from "@/ui/page-header";
import { usePageTitle } from "@/ui/page-title";
import { BackToLibrary } from "./component-view";
import { ContentEditor } from "./content-editor";
import { DetailsFields } from "./details-fields";
import type { ComponentParts } from "./parts";
import { SaveAsNew } from "./save-as-new";
import { type Opened, useComponentDraft } from "./use-component-draft";

const stateTexts = {
  saved: "Saved",
  draft: "Draft kept",
  typing: "Unsaved changes",
  here: "Draft kept in this browser",
  saving: "Saving...",
  failed: "Draft not kept",
};

/** What is no JSON cannot be stored, and must not look as if it were. */
const exceptJson = {
  saved: ", except 1 configuration that is not valid JSON",
  draft: ", except 1 configuration that is not valid JSON",
  typing: "",
  here: "",
  saving: "",
  failed: "",
};

interface ComponentFormProps {
  opened: Opened;
  HistoryPanel: ComponentParts["HistoryPanel"];
  /** Whether the history is open. */
  historyOpen: boolean;
  onHistory: (open: boolean) => void;
}

export function ComponentForm({ opened, HistoryPanel, historyOpen, onHistory }: ComponentFormProps) {
  const work = useComponentDraft(opened);
  const { fields, change, state, error, save, discard, restored, version, isBehind, round, unread } = work;
  usePageTitle(fields.title);
  const dirty = state !== "saved";
  useCommands([
    { id: "save", title: "Save", keys: "mod+s", group: "Component", disabled: !dirty, run: save },
    { id: "versions", title: "Versions", group: "Component", run: () => onHistory(true) },
  ]);
  return (
    <div className="mx-auto max-w-5xl">
      <PageHeader
        above={<BackToLibrary />}
        title={fields.title || "Untitled component"}
        description={
          <span className="flex items-center gap-2">
            <Badge tone="accent">{labelOf(words.component_types, fields.type)}</Badge>
            <span className="font-mono text-sm">v{version}</span>
            <span role="status" className={cn("text-sm", unread !== null && "text-danger")}>
              {stateTexts[state]}
              {unread !== null && exceptJson[state]}
            </span>
          </span>
        }
        actions={
          <>
            <Button onClick={() => onHistory(true)}>
              <History aria-hidden="true" /> Versions
            </Button>
            <Button
              variant="primary"
              busy={state === "saving"}
              disabled={!dirty || fields.title.trim() === ""}
              onClick={save}
            >
              {state !== "saving" && <Save aria-hidden="true" />}
              {state === "saving" ? "Saving..." : "Save"}
            </Button>
          </>
        }
      />
      {error && <Alert className="mb-4">{error}</Alert>}
      {work.isGone && (
        <Alert
          className="mb-4"
          title="This component was deleted"
          action={<SaveAsNew fields={fields} of={opened.component} />}
        >
          What you typed is kept in this browser.
        </Alert>
      )}
      {isBehind && (
        <Alert
          className="mb-4"
          action={
            <Button size="sm" onClick={discard}>
              Discard draft
            </Button>
          }
        >
          Somebody saved this component in the meantime. Copy what you need, then discard your draft and go on
          with theirs.
        </Alert>
      )}
      {restored && !isBehind && (
        <Alert
          tone="info"
          className="mb-4"
          title="You are going on with a draft"
          action={
            <Button size="sm" onClick={discard}>
              Discard draft
            </Button>
          }
        >
          It was kept when you left. Save makes it the component.
        </Alert>
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <SectionCard title="Details">
          <div className="space-y-4">
            <DetailsFields fields={fields} onChange={change} />
          </div>
        </SectionCard>
        <SectionCard title="Content">
          <ContentEditor
            key={round}
            type={fields.type}
            content={fields.content}
            unread={unread}
            onUnread={work.keepUnread}
            onChange={(part) => change({ content: { ...fields.content, ...part } })}
          />
        </SectionCard>
      </div>
      <Dialog open={historyOpen} onOpenChange={onHistory} title="Versions" side="right">
        <div className="-mx-5 -my-4">
          <HistoryPanel
            remote={work.stored}
            readOnly={false}
            current={fields}
            isChanged={() => dirty}
            flush={work.flush}
            onVersioned={work.rebase}
            onRestored={work.adopt}
          />
        </div>
      </Dialog>
    </div>
  );
}
