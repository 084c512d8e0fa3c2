// The query of /explorer. All filters are part of it, so that a view can be bookmarked, shared and returned to.
import { t } from "@lingui/core/macro";
import type { SearchSchemaInput } from "@tanstack/react-router";
import type { PromptSort } from "@/api/generated/types.gen";
import { readLocal, writeLocal } from "@/lib/storage";

export type Owner = "all" | "me";

export interface ExplorerSearch {
  tab: "prompts" | "assets";
  q: string;
  category: string;
  structure: string;
  tag: string;
  /** Only the user's favourites. */
  favourites: boolean;
  /** Whose prompts; empty for the last choice in this browser. */
  owner: Owner | "";
  sort: PromptSort;
  view: "grid" | "list";
}

export const explorerDefaults: ExplorerSearch = {
  tab: "prompts",
  q: "",
  category: "",
  structure: "",
  tag: "",
  favourites: false,
  owner: "",
  sort: "updated_at",
  view: "grid",
};

/** The sort orders with their labels. */
export const sorts: readonly { value: PromptSort; label: string }[] = [
  { value: "updated_at", label: t`Last updated` },
  { value: "created_at", label: t`Newest` },
  { value: "title", label: t`Title` },
];

export function validateExplorerSearch(search: Partial<ExplorerSearch> & SearchSchemaInput): ExplorerSearch {
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    tab: search.tab === "assets" ? "assets" : "prompts",
    q: word(search.q),
    category: word(search.category),
    structure: word(search.structure),
    tag: word(search.tag),
    favourites: search.favourites === true || String(search.favourites) === "true",
    owner: search.owner === "me" || search.owner === "all" ? search.owner : "",
    sort: sorts.find(({ value }) => value === search.sort)?.value ?? "updated_at",
    view: search.view === "list" ? "list" : "grid",
  };
}

/** Whether anything is filtered out of the chosen owner's prompts. */
export function isFiltered({ q, category, structure, tag, favourites }: ExplorerSearch): boolean {
  return q !== "" || category !== "" || structure !== "" || tag !== "" || favourites;
}

/** A search without its filters. */
export const noFilters = { q: "", category: "", structure: "", tag: "", favourites: false };

const ownerKey = "promptcase.explorer.owner";

/** Whose prompts are listed: the choice in the address, else the last choice in this browser. */
export function ownerOf({ owner }: Pick<ExplorerSearch, "owner">): Owner {
  return owner || (readLocal(ownerKey) === "me" ? "me" : "all");
}

export function rememberOwner(owner: Owner): void {
  writeLocal(ownerKey, owner);
}
