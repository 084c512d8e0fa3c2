import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Badge } from "./badge";
import { Button } from "./button";
import type { FieldControl } from "./field";
import { Input } from "./input";

interface TagsInputProps {
  control: FieldControl;
  tags: string[];
  /** Adds what was typed; trims and refuses repeats by its own rule. */
  onAdd: (text: string) => void;
  onRemove: (tag: string) => void;
}

/** Tags, added one at a time: Enter adds. */
export function TagsInput({ control, tags, onAdd, onRemove }: TagsInputProps) {
  const [text, setText] = useState("");
  const add = () => {
    onAdd(text);
    setText("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  };
  return (
    <div>
      <div className="flex gap-2">
        <Input
          {...control}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button onClick={add} disabled={text.trim() === ""}>
          Add
        </Button>
      </div>
      {tags.length > 0 && (
        <ul aria-label="Chosen" className="mt-2 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge className="max-w-full whitespace-normal wrap-anywhere">
                {tag}
                <button
                  type="button"
                  aria-label={`Remove tag ${tag}`}
                  onClick={() => onRemove(tag)}
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
