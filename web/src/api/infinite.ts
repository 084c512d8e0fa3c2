// Paginated lists, and the query keys that match all pages and filters of one list.
import type { Query, QueryClient } from "@tanstack/react-query";

/** Query options of every paginated list. */
export const pages = {
  // No cursor. The generated type requires the path again, which the query already has.
  initialPageParam: {} as never,
  getNextPageParam: (page: { next_cursor: string | null }) => page.next_cursor,
};

/** Queries about the same rows as a list, which are refreshed with it. */
const companions: Record<string, readonly string[]> = { listPrompts: ["countPrompts", "listTags"] };

/** Invalidates every query of these operations, whatever its parameters: `refresh(client, "listPrompts")`. */
export function refresh(queryClient: QueryClient, ...operations: string[]): Promise<void> {
  const all = operations.flatMap((operation) => [operation, ...(companions[operation] ?? [])]);
  const matching = { predicate: ({ queryKey }: Query) => all.includes(operationOf(queryKey) ?? "") };
  for (const query of queryClient.getQueryCache().findAll(matching)) {
    // TanStack Query starts a first load anew only if it was cancelled, and its answer may be of before the change.
    if (query.state.data === undefined && query.isActive()) void query.cancel({ silent: true });
  }
  return queryClient.invalidateQueries(matching);
}

export function operationOf(queryKey: readonly unknown[]): string | undefined {
  return (queryKey[0] as { _id?: string } | undefined)?._id;
}
