// A text of an item, bound to the document: typing applies splices.
import { memo } from "react";
import type { TextField as TextFieldName } from "@/core";
import { cn } from "@/ui/cn";
import { controlClass } from "@/ui/input";
import { spliceBetween } from "@/ui/splice";
import { useCountsSnapshot, useEditor, useItem } from "../context";
import { elementId } from "../focus";
import { fromLf } from "../text/splice";
import { useTextBinding, type WithContent } from "../text/text-binding";
import { TextField } from "../text/text-field";
import { useExactTokens } from "../tokens/use-tokens";
import { ofTheRecord } from "../use-shortcuts";
import { Counts } from "./counts";
import { CardSummary } from "./item-card";

interface FieldProps {
  id: string;
  label: string;
  placeholder?: string;
  /** Whether this text takes the focus when the item is new. */
  first?: boolean;
}

/** The text of an item. */
export function ItemText({
  id,
  kind,
  label,
  placeholder,
  first = false,
}: FieldProps & { kind: WithContent }) {
  const { readOnly } = useEditor();
  const text = useTextBinding(id, kind);
  return (
    <TextField
      id={first ? elementId(id, "text") : `item-${id}-content`}
      label={label}
      text={text}
      readOnly={readOnly}
      placeholder={placeholder ?? ""}
      foot={<ItemCounts id={id} read={text.read} />}
    />
  );
}

const ItemCounts = memo(function ItemCounts({ id, read }: { id: string; read: () => string }) {
  const counts = useCountsSnapshot((document) => document.counts(id));
  return <Counts {...counts} exact={useExactTokens(read, useCountsSnapshot(read))} />;
});

/** The beginning of the text, for a collapsed card. */
export function ContentSummary({ id, kind }: { id: string; kind: WithContent }) {
  const beginning = useItem(id, kind, (item) => item?.content.slice(0, 200));
  return <CardSummary text={beginning ?? ""} />;
}

/** A one-line text: a title, a description, a reference. */
export function ItemLine({
  id,
  field,
  label,
  value,
  placeholder,
  first = false,
  strong = false,
}: FieldProps & { field: TextFieldName; value: string; strong?: boolean }) {
  const { document: prompt, readOnly } = useEditor();
  return (
    <input
      {...ofTheRecord}
      id={first ? elementId(id, "text") : `item-${id}-${field}`}
      aria-label={label}
      value={value}
      readOnly={readOnly}
      placeholder={placeholder}
      onChange={(event) => {
        const splice = spliceBetween(value, event.target.value);
        if (splice) prompt.splice(id, field, fromLf(value, splice));
      }}
      className={cn(
        controlClass,
        "h-8.5 min-w-0 shrink-0 truncate border-transparent bg-transparent px-2 read-only:bg-transparent",
        strong ? "flex-1 shrink font-semibold" : "text-muted focus:text-ink",
      )}
    />
  );
}
