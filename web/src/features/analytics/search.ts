import type { SearchSchemaInput } from "@tanstack/react-router";
import { type PeriodDays, periods } from "@/core/periods";

export type AnalyticsPeriod = PeriodDays;

export interface AnalyticsSearch {
  period: AnalyticsPeriod;
}

export const analyticsDefaults: AnalyticsSearch = { period: "30" };

export function validateAnalyticsSearch(
  search: Partial<AnalyticsSearch> & SearchSchemaInput,
): AnalyticsSearch {
  return { period: periods.find(({ value }) => value === search.period)?.value ?? "30" };
}
