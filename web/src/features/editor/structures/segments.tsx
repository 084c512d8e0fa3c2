// A standard prompt: segments, each with a role.
import { t } from "@lingui/core/macro";
import { words } from "@/core/lists";
import { Select } from "@/ui/select";
import { useEditor, useItem } from "../context";
import { ItemCard } from "./item-card";
import { ItemList, type ListedItem } from "./item-list";
import { ContentSummary, ItemText } from "./item-text";

export function SegmentsEditor({ ids }: { ids: readonly string[] }) {
  return (
    <ItemList
      ids={ids}
      blank={{ kind: "segment" }}
      empty={{
        title: t`No segments yet`,
        text: t`A segment is one part of the prompt: an instruction, some context, a user message.`,
      }}
    >
      {(item) => <SegmentCard {...item} />}
    </ItemList>
  );
}

function SegmentCard({ id, name, index, ...place }: ListedItem) {
  const { document: prompt, readOnly } = useEditor();
  // Selects the type instead of the whole segment, so that typing in it does not render its header again.
  const type = useItem(id, "segment", (item) => item?.type);
  if (!type) return null;
  return (
    <ItemCard
      id={id}
      name={name}
      index={index}
      {...place}
      summary={<ContentSummary id={id} kind="segment" />}
      head={
        <>
          <span className="shrink-0 font-mono text-sm text-muted tabular-nums">{index + 1}</span>
          <Select
            aria-label={t`Type of ${name}`}
            options={words.segment_types}
            value={type}
            disabled={readOnly}
            onChange={(event) =>
              prompt.apply({
                op: "set_segment_type",
                id,
                segment_type: event.target.value as typeof type,
              })
            }
            className="h-8 w-36 py-0 text-sm"
          />
        </>
      }
    >
      <ItemText
        id={id}
        kind="segment"
        label={t`Text of ${name}`}
        placeholder={t`What this part of the prompt says`}
        first
      />
    </ItemCard>
  );
}
