// The signed-in user. The server answers `{user: null}` to visitors, so this query never fails for want of a session.
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { getSessionOptions, getSessionQueryKey } from "./generated/@tanstack/react-query.gen";
import { signOut } from "./generated/sdk.gen";
import type { User } from "./generated/types.gen";

export type { User };

/** Asked again now and then: a session can end on the server while pages here go on. */
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
  if (!user) throw new Error("This screen needs a signed-in user.");
  return user;
}

export function rememberUser(queryClient: QueryClient, user: User): void {
  queryClient.setQueryData(getSessionQueryKey(), { user });
}

export function rememberVisitor(queryClient: QueryClient): void {
  queryClient.setQueryData(getSessionQueryKey(), { user: null });
}

/** Notes that the session ended by itself: the sign-in form says so. */
export function rememberEnd(queryClient: QueryClient): void {
  queryClient.setQueryData(getSessionQueryKey(), { user: null, hasEnded: true });
}

/** Whether a session is one that ended by itself; another tab sends it on. */
export function hasEnded(session: object): boolean {
  return "hasEnded" in session;
}

/** Ends the session and forgets everything that belonged to it. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await signOut({ throwOnError: true });
    forgetSession(queryClient);
  };
}

/** For a page that met the end of the session before anybody else did. */
export function useForgetSession(): () => void {
  const queryClient = useQueryClient();
  return () => {
    forgetSession(queryClient);
    rememberEnd(queryClient);
  };
}

/** Drops everything that belonged to the session. */
export function forgetSession(queryClient: QueryClient): void {
  rememberVisitor(queryClient);
  queryClient.removeQueries({ predicate: (query) => !isSessionKey(query.queryKey) });
}

function isSessionKey(key: readonly unknown[]): boolean {
  return JSON.stringify(key) === JSON.stringify(getSessionQueryKey());
}
