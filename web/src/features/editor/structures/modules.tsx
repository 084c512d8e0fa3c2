// A modulized prompt: reusable modules with wrappers and a configuration. Blocks hold the same modules.
import { t } from "@lingui/core/macro";
import { useItem } from "../context";
import { ConfigField } from "./config-field";
import { FromLibrary } from "./from-library";
import { ItemCard } from "./item-card";
import { ItemList, type ListedItem } from "./item-list";
import { ContentSummary, ItemLine, ItemText } from "./item-text";
import { WrapperPicker } from "./wrapper-picker";

interface ModulesEditorProps {
  ids: readonly string[];
  /** The parent block, and its name. */
  block?: { id: string; name: string };
}

export function ModulesEditor({ ids, block }: ModulesEditorProps) {
  return (
    <ItemList
      ids={ids}
      blank={{ kind: "module" }}
      {...(block ? { block } : {})}
      more={<FromLibrary type="module" parent={block?.id} />}
      empty={
        block
          ? t`A block's text lives in its modules. Add one to start writing.`
          : {
              title: t`No modules yet`,
              text: t`A module is a reusable part with wrappers that add instructions to its text.`,
            }
      }
    >
      {(item) => <ModuleCard {...item} nested={block !== undefined} />}
    </ItemList>
  );
}

function ModuleCard({ id, name, index, nested, ...place }: ListedItem & { nested: boolean }) {
  // Selects fields instead of the whole module, so that typing in its text does not render its header again.
  const title = useItem(id, "module", (item) => item?.title);
  const description = useItem(id, "module", (item) => item?.description);
  if (title === undefined) return null;
  return (
    <ItemCard
      id={id}
      name={name}
      title={title}
      index={index}
      nested={nested}
      {...place}
      summary={<ContentSummary id={id} kind="module" />}
      head={
        <ItemLine
          id={id}
          field="title"
          label={t`Title of ${name}`}
          value={title}
          placeholder={t`Module ${index + 1}`}
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
        placeholder={t`What this module is for`}
      />
      <ItemText id={id} kind="module" label={t`Text of ${name}`} placeholder={t`What this module says`} />
      <ModuleOptions id={id} name={name} />
    </ItemCard>
  );
}

function ModuleOptions({ id, name }: { id: string; name: string }) {
  const module = useItem(id, "module", (item) => item);
  if (!module) return null;
  return (
    <>
      <WrapperPicker id={id} name={name} wrappers={module.wrappers} />
      <ConfigField id={id} name={name} config={module.config} />
    </>
  );
}
