// A sortable list of items of one kind, with the button that adds one and its empty state.
import { t } from "@lingui/core/macro";
import { Plus } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ItemInput, ItemView } from "@/core";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { SortableList } from "@/ui/sortable-list";
import { useEditor } from "../context";
import { changeAndFocus, itemElement } from "../focus";

export interface ListedItem {
  id: string;
  /** Its unique name on the page: "Segment 2", "Module 1 of Block 2". */
  name: string;
  index: number;
  siblings: readonly string[];
  addButtonId: string;
  handle: ReactNode;
}

const names = {
  segment: { one: t`Segment`, all: t`Segments`, add: t`Add Segment` },
  section: { one: t`Section`, all: t`Sections`, add: t`Add Section` },
  block: { one: t`Block`, all: t`Blocks`, add: t`Add Block` },
  module: { one: t`Module`, all: t`Modules`, add: t`Add Module` },
  asset: { one: t`Asset`, all: t`Assets`, add: t`Add Asset` },
};

interface ItemListProps {
  ids: readonly string[];
  /** A new item; its id and texts come from the core. */
  blank: ItemInput;
  /** The parent block, and its name. */
  block?: { id: string; name: string };
  empty: { title: string; text: string } | string;
  /** Another way to add items, beside the button. */
  more?: ReactNode;
  children: (item: ListedItem) => ReactNode;
}

function titleOf(item: ItemView | null): string | undefined {
  return item && "title" in item ? (item.title ?? undefined) : undefined;
}

export function ItemList({ ids, blank, block, empty, more, children }: ItemListProps) {
  const { document: prompt, readOnly } = useEditor();
  const addButtonId = useId();
  const named = names[blank.kind];
  const nameAt = (index: number) => {
    const name = `${named.one} ${index + 1}`;
    return block ? t`${name} of ${block.name}` : name;
  };

  const add = () => {
    let added: string | undefined;
    changeAndFocus(
      () => {
        added = prompt.add(blank, block?.id);
      },
      () => itemElement(added, "text"),
    );
  };
  const addButton = !readOnly && (
    <div className="flex flex-wrap gap-2">
      <Button id={addButtonId} size={block ? "sm" : "md"} onClick={add}>
        <Plus aria-hidden="true" /> {named.add}
      </Button>
      {more}
    </div>
  );

  if (ids.length === 0) {
    return typeof empty === "string" ? (
      <div className="flex flex-wrap items-center gap-3">
        {addButton}
        <p className="text-muted">{empty}</p>
      </div>
    ) : (
      <EmptyState title={empty.title} action={addButton || undefined}>
        {empty.text}
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <SortableList
        label={block ? t`${named.all} of ${block.name}` : named.all}
        className="w-full gap-2.5"
        disabled={readOnly}
        items={ids.map((id) => ({ id }))}
        nameOf={(_, index) => nameAt(index)}
        titleOf={({ id }) => titleOf(prompt.item(id, blank.kind))}
        onMove={(id, index) => prompt.apply({ op: "move_item", id, index })}
      >
        {({ id }, handle, index) =>
          children({ id, name: nameAt(index), handle, index, siblings: ids, addButtonId })
        }
      </SortableList>
      {addButton}
    </div>
  );
}
