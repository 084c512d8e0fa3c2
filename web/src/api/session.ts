// The signed-in user. The server returns `{user: null}` to visitors, so this query does not fail without a
// session.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSessionOptions, getSessionQueryKey } from "./generated/@tanstack/react-query.gen";
import { signOut } from "./generated/sdk.gen";
import type { User } from "./generated/types.gen";

export type { User };

/** Refetched now and then: a session can end on the server while pages are open. */
export const sessionQuery = () => ({ ...getSessionOptions(), staleTime: 60_000 });

/** `undefined` while the first check runs, `null` for a visitor. */
export function useSession(): User | null | undefined {
  const { data, isError } = useQuery(sessionQuery());
  if (data) return data.user ?? null;
  return isError ? null : undefined;
}

/** The signed-in user; only for screens behind the guard. */
export function useUser(): User {
  const user = useSession();
  if (!user) throw new Error("This page needs a signed-in user.");
  return user;
}

export function rememberUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(getSessionQueryKey(), { user });
}

export function rememberVisitor(queryClient: QueryClient): void {
  queryClient.setQueryData(getSessionQueryKey(), { user: null });
}

/** Records that the session ended without a sign-out, so that the sign-in form says so. */
export function rememberEnd(queryClient: QueryClient): void {
  queryClient.setQueryData(getSessionQueryKey(), { user: null, hasEnded: true });
}

/** Whether the session ended without a sign-out. Other tabs receive this too. */
export function hasEnded(session: object): boolean {
  return "hasEnded" in session;
}

/** Signs out and clears all data of the session. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await signOut({ throwOnError: true });
    forgetSession(queryClient);
  };
}

/** For a page that detects the end of the session before the session query does. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient();
  return () => {
    forgetSession(queryClient);
    rememberEnd(queryClient);
  };
}

/** Clears all data of the session. */
export function forgetSession(queryClient: QueryClient): void {
  rememberVisitor(queryClient);
  queryClient.removeQueries({ predicate: (query) => !isSessionKey(query.queryKey) });
}

function isSessionKey(key: readonly unknown[]): boolean {
  return JSON.stringify(key) === JSON.stringify(getSessionQueryKey());
}
