import type { SearchSchemaInput } from "@tanstack/react-router";

export const docsTabs = ["overview", "structures", "components", "exports", "use", "api"] as const;
export type DocsTab = (typeof docsTabs)[number];

export interface DocsSearch {
  tab: DocsTab;
}

export const docsDefaults: DocsSearch = { tab: "overview" };

export function validateDocsSearch(search: Partial<DocsSearch> & SearchSchemaInput): DocsSearch {
  return { tab: docsTabs.find((tab) => tab === search.tab) ?? docsDefaults.tab };
}
