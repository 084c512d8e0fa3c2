// A structured prompt: titled sections.
import { useSnapshot } from "../context";
import { FromLibrary } from "./from-library";
import { ItemCard } from "./item-card";
import { ItemList, type ListedItem } from "./item-list";
import { ItemLine, ItemText } from "./item-text";

export function SectionsEditor({ ids }: { ids: readonly string[] }) {
  return (
    <ItemList
      noun="Section"
      ids={ids}
      blank={{ kind: "section" }}
      more={<FromLibrary type="template" />}
      empty={{
        title: "No sections yet",
        text: "A section has a title and a text: role, task, steps, output.",
      }}
    >
      {(item) => <SectionCard {...item} />}
    </ItemList>
  );
}

function SectionCard({ id, index, ...place }: ListedItem) {
  const section = useSnapshot((document) => document.item(id, "section"));
  if (!section) return null;
  const name = `Section ${index + 1}`;
  return (
    <ItemCard
      id={id}
      name={name}
      title={section.title}
      index={index}
      {...place}
      summary={section.content.slice(0, 200)}
      head={
        <ItemLine
          id={id}
          field="title"
          label={`Title of ${name}`}
          value={section.title}
          placeholder={name}
          first
          strong
        />
      }
    >
      <ItemLine
        id={id}
        field="description"
        label={`Description of ${name}`}
        value={section.description ?? ""}
        placeholder="What this section is for (optional)"
      />
      <ItemText
        id={id}
        field="content"
        label={`Text of ${name}`}
        value={section.content}
        placeholder="What this section says"
      />
    </ItemCard>
  );
}
