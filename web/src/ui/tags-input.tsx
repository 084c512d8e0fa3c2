import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { X } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { Badge } from "./badge";
import { Button } from "./button";
import type { FieldControl } from "./field";
import { Input } from "./input";

interface TagsInputProps {
  control: FieldControl;
  tags: string[];
  /**
   * Called on every key. Text that is typed but not entered is part of the tags, so that none is lost on leaving.
   */
  onChange: (tags: string[]) => void;
  /** Parses tags separated by commas: trimmed, without duplicates. */
  parse: (text: string) => string[];
  /** Tags that the browser offers while typing; without them the field is a plain one. */
  suggestions?: readonly string[];
}

/** An input for tags, added one at a time with Enter. */
export function TagsInput({ control, tags, onChange, parse, suggestions }: TagsInputProps) {
  const listId = useId();
  // The text in the field, with the tags before it.
  const [typed, setTyped] = useState<{ text: string; before: string[] } | null>(null);
  const withText = (before: string[], text: string) => parse([...before, text].join(","));
  // Other tags from the owner end the typing.
  const isTyping = typed !== null && withText(typed.before, typed.text).join() === tags.join();
  const text = isTyping ? typed.text : "";
  const entered = isTyping ? typed.before : tags;

  const type = (text: string) => {
    setTyped({ text, before: entered });
    onChange(withText(entered, text));
  };
  const enter = () => setTyped(null);
  const remove = (tag: string) => {
    const before = entered.filter((other) => other !== tag);
    if (isTyping) setTyped({ text, before });
    onChange(withText(before, text));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    enter();
  };
  return (
    <div>
      <div className="flex gap-2">
        <Input
          {...control}
          list={suggestions && listId}
          autoComplete="off"
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {suggestions && <Suggestions id={listId} tags={suggestions} entered={entered} />}
        <Button onClick={enter} disabled={text.trim() === ""}>
          <Trans>Add</Trans>
        </Button>
      </div>
      {entered.length > 0 && (
        <ul aria-label={t`Chosen`} className="mt-2 flex flex-wrap gap-1.5">
          {entered.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge className="max-w-full whitespace-normal wrap-anywhere">
                {tag}
                <button
                  type="button"
                  aria-label={t`Remove tag ${tag}`}
                  onClick={() => remove(tag)}
                  className="-mr-1 rounded-sm p-0.5 hover:bg-line"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The suggestions of an input whose `list` is this id; tags that are entered already are left out. */
export function Suggestions({
  id,
  tags,
  entered,
}: {
  id: string;
  tags: readonly string[];
  entered: readonly string[];
}) {
  return (
    <datalist id={id}>
      {tags
        .filter((tag) => !entered.includes(tag))
        .map((tag) => (
          <option key={tag} value={tag} />
        ))}
    </datalist>
  );
}
