// Tags, typed with commas between them; the core trims them and drops empty and duplicate ones.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useTags } from "@/api/tags";
import { parseTags } from "@/core";
import { cn } from "@/ui/cn";
import { Suggestions } from "@/ui/tags-input";
import { useEditor, usePendingInput } from "../context";

export function TagsField({ tags, className }: { tags: readonly string[]; className?: string }) {
  const { document: prompt, readOnly } = useEditor();
  const [typed, setTyped] = useState("");
  const id = useId();
  const listId = useId();
  const [isFocused, setFocused] = useState(false);
  const set = (next: string[]) => void prompt.apply({ op: "set_tags", tags: next });
  const commit = () => {
    if (typed.trim()) set([...tags, ...parseTags(typed)]);
    setTyped("");
  };
  usePendingInput(commit);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" || event.key === ",") {
      event.preventDefault();
      commit();
    } else if (event.key === "Backspace" && typed === "" && tags.length > 0) {
      set(tags.slice(0, -1));
    }
  };
  if (readOnly && tags.length === 0) return null;
  return (
    <div className={cn("flex flex-col gap-1.5", className)}>
      <label htmlFor={id} className="text-sm font-semibold">
        <Trans>Tags</Trans>
      </label>
      <div className="flex min-h-9.5 flex-wrap items-center gap-1.5 rounded-control border border-line-strong/60 bg-surface px-1.5 py-1 focus-within:border-accent hover:border-line-strong">
        {tags.map((tag) => (
          <span
            key={tag}
            className="flex max-w-full items-center rounded-[0.25rem] bg-well pl-2 text-sm font-medium"
          >
            <span className={cn("truncate py-0.5", readOnly && "pr-2")}>{tag}</span>
            {!readOnly && (
              <button
                type="button"
                aria-label={t`Remove tag ${tag}`}
                onClick={() => set(tags.filter((other) => other !== tag))}
                className="flex size-6 items-center justify-center rounded-[0.25rem] text-muted hover:text-ink"
              >
                <X aria-hidden="true" className="size-3.5" />
              </button>
            )}
          </span>
        ))}
        {isFocused && <MySuggestions id={listId} entered={tags} />}
        {!readOnly && (
          <input
            id={id}
            list={listId}
            autoComplete="off"
            onFocus={() => setFocused(true)}
            value={typed}
            placeholder={tags.length === 0 ? t`Add tags, separated by commas` : ""}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={commit}
            className="h-7 min-w-24 flex-1 bg-transparent px-1.5 outline-none"
          />
        )}
      </div>
    </div>
  );
}

/** The user's own tags, loaded when the field is first focused. */
function MySuggestions({ id, entered }: { id: string; entered: readonly string[] }) {
  const { tags } = useTags();
  return <Suggestions id={id} tags={tags.map(({ tag }) => tag)} entered={entered} />;
}
