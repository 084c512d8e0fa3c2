// A structured prompt: titled sections.
import { t } from "@lingui/core/macro";
import { useItem } from "../context";
import { FromLibrary } from "./from-library";
import { ItemCard } from "./item-card";
import { ItemList, type ListedItem } from "./item-list";
import { ContentSummary, ItemLine, ItemText } from "./item-text";

export function SectionsEditor({ ids }: { ids: readonly string[] }) {
  return (
    <ItemList
      ids={ids}
      blank={{ kind: "section" }}
      more={<FromLibrary type="template" />}
      empty={{
        title: t`No sections yet`,
        text: t`A section has a title and a text: role, task, steps, output.`,
      }}
    >
      {(item) => <SectionCard {...item} />}
    </ItemList>
  );
}

function SectionCard({ id, name, index, ...place }: ListedItem) {
  // Selects fields instead of the whole section, so that typing in its text does not render its header again.
  const title = useItem(id, "section", (item) => item?.title);
  const description = useItem(id, "section", (item) => item?.description);
  if (title === undefined) return null;
  return (
    <ItemCard
      id={id}
      name={name}
      title={title}
      index={index}
      {...place}
      summary={<ContentSummary id={id} kind="section" />}
      head={
        <ItemLine
          id={id}
          field="title"
          label={t`Title of ${name}`}
          value={title}
          placeholder={name}
          first
          strong
        />
      }
    >
      <ItemLine
        id={id}
        field="description"
        label={t`Description of ${name}`}
        value={description ?? ""}
        placeholder={t`What this section is for (optional)`}
      />
      <ItemText id={id} kind="section" label={t`Text of ${name}`} placeholder={t`What this section says`} />
    </ItemCard>
  );
}
