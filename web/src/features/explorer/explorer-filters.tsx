import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { LayoutGrid, ListChecks, Rows3 } from "lucide-react";
import { words } from "@/core/lists";
import { Button } from "@/ui/button";
import { SearchField } from "@/ui/search-field";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { type ExplorerSearch, type Owner, ownerOf, rememberOwner, sorts } from "./search";

interface ExplorerFiltersProps {
  search: ExplorerSearch;
  onChange: (part: Partial<ExplorerSearch>) => void;
  /** Whether selection mode is on, for bulk actions. */
  selecting: boolean;
  onSelecting: (selecting: boolean) => void;
}

export function ExplorerFilters({ search, onChange, selecting, onSelecting }: ExplorerFiltersProps) {
  const assets = search.tab === "assets";
  const categories = assets ? words.categories : words.prompt_categories;
  return (
    <search className="flex flex-wrap items-center gap-2">
      <div className="min-w-60 flex-1">
        <SearchField
          label={assets ? t`Search assets` : t`Search prompts`}
          placeholder={assets ? t`Search assets…` : t`Search prompts…`}
          value={search.q}
          onChange={(q) => onChange({ q })}
        />
      </div>
      <Select
        aria-label={t`Category`}
        className="w-44 max-sm:w-full"
        value={search.category}
        onChange={(event) => onChange({ category: event.target.value })}
        options={[{ value: "", label: t`All categories` }, ...categories]}
      />
      {!assets && (
        <Select
          aria-label={t`Structure`}
          className="w-44 max-sm:w-full"
          value={search.structure}
          onChange={(event) => onChange({ structure: event.target.value })}
          options={[{ value: "", label: t`All structures` }, ...words.structure_types]}
        />
      )}
      <Segmented
        label={t`Whose`}
        value={ownerOf(search)}
        onChange={(owner: Owner) => {
          rememberOwner(owner);
          onChange({ owner });
        }}
        options={[
          { value: "all", label: t`All` },
          { value: "me", label: t`Mine` },
        ]}
      />
      <Select
        aria-label={t`Sort by`}
        className="w-40 max-sm:w-full"
        value={search.sort}
        onChange={({ target }) => {
          const chosen = sorts.find(({ value }) => value === target.value);
          if (chosen) onChange({ sort: chosen.value });
        }}
        options={sorts}
      />
      <Segmented
        label={t`View`}
        value={search.view}
        onChange={(view) => onChange({ view })}
        options={[
          { value: "grid", label: <Labelled icon={LayoutGrid} text={t`Grid`} />, title: t`Grid` },
          { value: "list", label: <Labelled icon={Rows3} text={t`List`} />, title: t`List` },
        ]}
      />
      <Button
        aria-pressed={selecting}
        className="aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent"
        onClick={() => onSelecting(!selecting)}
      >
        <ListChecks aria-hidden="true" /> <Trans>Select</Trans>
      </Button>
    </search>
  );
}

function Labelled({ icon: Icon, text }: { icon: typeof LayoutGrid; text: string }) {
  return (
    <>
      <Icon aria-hidden="true" className="size-4" />
      <span className="sr-only">{text}</span>
    </>
  );
}
