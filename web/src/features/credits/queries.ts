import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import {
  getCreditsOptions,
  listCreditTransactionsInfiniteOptions,
  listCreditTransactionsOptions,
} from "@/api/generated/@tanstack/react-query.gen";

/** Number of transactions in the settings' overview. */
const RECENT = 5;

export const useCredits = () => useQuery(getCreditsOptions());

export const useRecentTransactions = () =>
  useQuery(listCreditTransactionsOptions({ query: { limit: RECENT } }));

/** The whole history, page by page. */
export function useTransactionPages(enabled: boolean) {
  return useInfiniteQuery({
    ...listCreditTransactionsInfiniteOptions({ query: { limit: 50 } }),
    initialPageParam: {},
    getNextPageParam: (page) => page.next_cursor,
    enabled,
  });
}
