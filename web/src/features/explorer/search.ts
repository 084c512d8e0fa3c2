// The query of /explorer. All filters are part of it, so that a view can be bookmarked, shared and returned to.
import type { SearchSchemaInput } from "@tanstack/react-router";

export interface ExplorerSearch {
  tab: "prompts" | "assets";
  q: string;
  category: string;
  structure: string;
  owner: "all" | "me";
  view: "grid" | "list";
}

export const explorerDefaults: ExplorerSearch = {
  tab: "prompts",
  q: "",
  category: "",
  structure: "",
  owner: "all",
  view: "grid",
};

export function validateExplorerSearch(search: Partial<ExplorerSearch> & SearchSchemaInput): ExplorerSearch {
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    tab: search.tab === "assets" ? "assets" : "prompts",
    q: word(search.q),
    category: word(search.category),
    structure: word(search.structure),
    owner: search.owner === "me" ? "me" : "all",
    view: search.view === "list" ? "list" : "grid",
  };
}

/** Whether any filter is set. */
export function isFiltered({ q, category, structure, owner }: ExplorerSearch): boolean {
  return q !== "" || category !== "" || structure !== "" || owner !== "all";
}
