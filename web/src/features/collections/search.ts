import type { SearchSchemaInput } from "@tanstack/react-router";

export interface CollectionsSearch {
  /** The open collection; the top level if absent. */
  id?: string | undefined;
  q?: string | undefined;
}

export function validateCollectionsSearch(
  search: Partial<CollectionsSearch> & SearchSchemaInput,
): CollectionsSearch {
  const word = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  return { id: word(search.id), q: word(search.q) };
}
