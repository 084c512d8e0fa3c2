import type { SearchSchemaInput } from "@tanstack/react-router";

export const libraryTabs = ["all", "module", "wrapper", "template", "asset"] as const;
export type LibraryTab = (typeof libraryTabs)[number];

export interface LibrarySearch {
  type: LibraryTab;
  q: string;
}

export const libraryDefaults: LibrarySearch = { type: "all", q: "" };

export function validateLibrarySearch(search: Partial<LibrarySearch> & SearchSchemaInput): LibrarySearch {
  return {
    type: libraryTabs.find((type) => type === search.type) ?? "all",
    q: typeof search.q === "string" ? search.q : "",
  };
}
