import type { SearchSchemaInput } from "@tanstack/react-router";
import { type PeriodDays, periods } from "@/core/periods";

export const hubTabs = ["marketplace", "collections", "analytics"] as const;
export const marketTabs = ["trending", "for-you", "recent"] as const;

export interface CommunitySearch {
  tab: (typeof hubTabs)[number];
  list: (typeof marketTabs)[number];
  period: PeriodDays;
}

export const communityDefaults: CommunitySearch = { tab: "marketplace", list: "trending", period: "7" };

export function validateCommunitySearch(
  search: Partial<CommunitySearch> & SearchSchemaInput,
): CommunitySearch {
  return {
    tab: hubTabs.find((tab) => tab === search.tab) ?? "marketplace",
    list: marketTabs.find((list) => list === search.list) ?? "trending",
    period: periods.find(({ value }) => value === search.period)?.value ?? "7",
  };
}
