import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useTags } from "@/api/tags";
import { parseTags } from "@/core";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { TagsInput } from "@/ui/tags-input";
import type { PromptSummary } from "./queries";

interface TagsDialogProps {
  title: string;
  prompts: readonly PromptSummary[];
  onClose: () => void;
  onAdd: (tags: string[]) => void;
  onRemove: (tags: string[]) => void;
}

/** Adds tags to all selected prompts, and removes tags where present. */
export default function TagsDialog({ title, prompts, onClose, onAdd, onRemove }: TagsDialogProps) {
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const counts = countTags(prompts);
  const suggestions = useTags().tags.map(({ tag }) => tag);
  const apply = () => {
    if (added.length > 0) onAdd(added);
    if (removed.length > 0) onRemove(removed);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" disabled={added.length + removed.length === 0} onClick={apply}>
            <Trans>Apply</Trans>
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        <Field label={t`Add to all`} hint={t`Press Enter to add a tag.`}>
          {(control) => (
            <TagsInput
              control={control}
              tags={added}
              onChange={setAdded}
              parse={parseTags}
              suggestions={suggestions}
            />
          )}
        </Field>
        {counts.length > 0 && (
          <fieldset>
            <legend className="mb-1.5 text-sm font-semibold">
              <Trans>Remove</Trans>
            </legend>
            <div className="max-h-56 space-y-1.5 overflow-y-auto">
              {counts.map(([tag, count]) => (
                <Checkbox
                  key={tag}
                  label={
                    <>
                      {tag}{" "}
                      <span className="text-sm text-muted">
                        <Trans>on {count}</Trans>
                      </span>
                    </>
                  }
                  checked={removed.includes(tag)}
                  onChange={(event) =>
                    setRemoved(
                      event.target.checked ? [...removed, tag] : removed.filter((one) => one !== tag),
                    )
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
      </div>
    </Dialog>
  );
}

/** The number of prompts per tag, most used first. */
function countTags(prompts: readonly PromptSummary[]): [string, number][] {
  const counts = new Map<string, number>();
  for (const tag of prompts.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b));
}
