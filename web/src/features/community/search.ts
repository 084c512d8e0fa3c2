import type { SearchSchemaInput } from "@tanstack/react-router";
import { type PeriodDays, periods } from "@/core/periods";

export const hubTabs = ["marketplace", "collections", "analytics"] as const;
export const marketTabs = ["trending", "for-you", "recent"] as const;

export interface CommunitySearch {
  tab: (typeof hubTabs)[number];
  list: (typeof marketTabs)[number];
  period: PeriodDays;
  /** The words, category and tag that prompts are searched by. */
  q: string;
  category: string;
  tag: string;
}

export const communityDefaults: CommunitySearch = {
  tab: "marketplace",
  list: "trending",
  period: "7",
  q: "",
  category: "",
  tag: "",
};

export function validateCommunitySearch(
  search: Partial<CommunitySearch> & SearchSchemaInput,
): CommunitySearch {
  const word = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    tab: hubTabs.find((tab) => tab === search.tab) ?? "marketplace",
    list: marketTabs.find((list) => list === search.list) ?? "trending",
    period: periods.find(({ value }) => value === search.period)?.value ?? "7",
    q: word(search.q),
    category: word(search.category),
    tag: word(search.tag),
  };
}
