// Lists that come in pages, and the keys that name all pages of all filters of one list.
import type { QueryClient } from "@tanstack/react-query";

/** Query options of every list that is read page by page. */
export const pages = {
  // No cursor; the generated type asks for the path again, which the query already has.
  initialPageParam: {} as never,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

/** Makes every query of these operations ask again, whatever its parameters: `refresh(client, "listPrompts")`. */
export function refresh(queryClient: QueryClient, ...operations: string[]): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => operations.includes(operationOf(queryKey) ?? ""),
  });
}

export function operationOf(queryKey: readonly unknown[]): string | undefined {
  return (queryKey[0] as { _id?: string } | undefined)?._id;
}
