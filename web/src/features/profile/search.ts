import type { SearchSchemaInput } from "@tanstack/react-router";

const tabs = ["prompts", "collections", "activity"] as const;

export interface ProfileSearch {
  tab: (typeof tabs)[number];
}

export const profileDefaults: ProfileSearch = { tab: "prompts" };

export function validateProfileSearch(search: Partial<ProfileSearch> & SearchSchemaInput): ProfileSearch {
  return { tab: tabs.find((tab) => tab === search.tab) ?? "prompts" };
}
