// An advanced prompt: blocks, each with modules and assets.
import { plural, t } from "@lingui/core/macro";
import { useItem } from "../context";
import { BlockAssets } from "./block-assets";
import { CardSummary, ItemCard } from "./item-card";
import { ItemList, type ListedItem } from "./item-list";
import { ItemLine } from "./item-text";
import { ModulesEditor } from "./modules";

export function BlocksEditor({ ids }: { ids: readonly string[] }) {
  return (
    <ItemList
      ids={ids}
      blank={{ kind: "block" }}
      empty={{
        title: t`No blocks yet`,
        text: t`A block groups modules with the prompts, files and pages they need.`,
      }}
    >
      {(item) => <BlockCard {...item} />}
    </ItemList>
  );
}

function BlockCard({ id, name, index, ...place }: ListedItem) {
  const block = useItem(id, "block", (item) => item);
  if (!block) return null;
  return (
    <ItemCard
      id={id}
      name={name}
      title={block.title}
      index={index}
      {...place}
      summary={
        <CardSummary
          text={`${plural(block.modules.length, { one: "# module", other: "# modules" })}, ${plural(block.assets.length, { one: "# asset", other: "# assets" })}`}
        />
      }
      head={
        <ItemLine
          id={id}
          field="title"
          label={t`Title of ${name}`}
          value={block.title}
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
        value={block.description}
        placeholder={t`What this block is for`}
      />
      <ModulesEditor ids={block.modules} block={{ id, name }} />
      <BlockAssets blockId={id} name={name} ids={block.assets} />
    </ItemCard>
  );
}
