// A text of an item, tied to the document: what is typed goes in as a splice.
import type { TextField as TextFieldName } from "@/core";
import { cn } from "@/ui/cn";
import { controlClass } from "@/ui/input";
import { useEditor, useSnapshot } from "../context";
import { elementId } from "../focus";
import { spliceBetween, toStored } from "../text/splice";
import { TextField } from "../text/text-field";
import { Counts } from "./counts";

interface ItemTextProps {
  id: string;
  field: TextFieldName;
  label: string;
  value: string;
  placeholder?: string;
  /** Whether this text takes the focus when the item is new. */
  first?: boolean;
}

export function ItemText({ id, field, label, value, placeholder, first = false }: ItemTextProps) {
  const { document: prompt, readOnly } = useEditor();
  const counts = useSnapshot((document) => document.counts(id));
  return (
    <TextField
      id={first ? elementId(id, "text") : `item-${id}-${field}`}
      label={label}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder ?? ""}
      onSplice={(splice) => prompt.splice(id, field, splice)}
      foot={<Counts {...counts} />}
    />
  );
}

/** A text of one line: a title, a description, a reference. */
export function ItemLine({
  id,
  field,
  label,
  value,
  placeholder,
  first = false,
  strong = false,
}: ItemTextProps & { strong?: boolean }) {
  const { document: prompt, readOnly } = useEditor();
  return (
    <input
      id={first ? elementId(id, "text") : `item-${id}-${field}`}
      aria-label={label}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      onChange={(event) => {
        const splice = spliceBetween(value, event.target.value);
        if (splice) prompt.splice(id, field, toStored(value, splice));
      }}
      className={cn(
        controlClass,
        "h-8.5 min-w-0 shrink-0 truncate border-transparent bg-transparent px-2 read-only:bg-transparent",
        strong ? "flex-1 shrink font-semibold" : "text-muted focus:text-ink",
      )}
    />
  );
}
