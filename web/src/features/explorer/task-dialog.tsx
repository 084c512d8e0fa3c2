import { plural, t } from "@lingui/core/macro";
import { useMayWrite } from "@/api/workspace";
import { quoted } from "@/lib/quoted";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import type { Action } from "./bulk";
import type { ExplorerParts } from "./parts";
import type { PromptSummary } from "./queries";

// It parses tags, which needs the core.
const TagsDialog = lazyComponent(() => import("./tags-dialog"), {
  failed: ({ error, retry, props }) => (
    <MissingOverlay what={t`The tags`} error={error} retry={retry} onDismiss={props.onClose} />
  ),
});

/** What is done with prompts after a dialog. */
export type Task = "fill" | "collection" | "export" | "tags";

export type Noun = "prompt" | "asset";

/** A number of prompts in words: "3 prompts". */
export function counted(count: number, noun: Noun): string {
  return noun === "asset"
    ? plural(count, { one: "# asset", other: "# assets" })
    : plural(count, { one: "# prompt", other: "# prompts" });
}

interface TaskDialogProps {
  task: Task;
  prompts: readonly PromptSummary[];
  noun: Noun;
  parts: ExplorerParts;
  /** `collection` is the title of the collection that prompts are added to. */
  onRun: (action: Action, collection?: string) => void;
  onClose: () => void;
}

/** The dialog of a task for one prompt or many. */
export function TaskDialog({ task, prompts, noun, parts, onRun, onClose }: TaskDialogProps) {
  const mayWrite = useMayWrite();
  const mine = prompts.filter(mayWrite);
  const named = (list: readonly PromptSummary[]) =>
    list.length === 1 && list[0] ? quoted(list[0].title) : counted(list.length, noun);
  switch (task) {
    case "fill":
      return prompts[0] ? (
        <parts.Fill promptId={prompts[0].id} title={prompts[0].title} onClose={onClose} />
      ) : null;
    case "collection":
      return (
        <parts.ChooseCollection
          title={t`Add ${named(prompts)} to a collection`}
          onClose={onClose}
          onChoose={({ id, title }) => onRun({ action: "add_to_collection", collection_id: id }, title)}
        />
      );
    case "export":
      return (
        <parts.ExportMany source={{ kind: "chosen", ids: prompts.map(({ id }) => id) }} onClose={onClose} />
      );
    case "tags":
      return (
        <TagsDialog
          title={t`Tags of ${named(mine)}`}
          prompts={mine}
          onClose={onClose}
          onAdd={(tags) => onRun({ action: "add_tags", tags })}
          onRemove={(tags) => onRun({ action: "remove_tags", tags })}
        />
      );
  }
}
