// The signed-in user. The server returns `{user: null}` to visitors, so this query does not fail without a
// session. Every page loads this module, so it does not import the generated functions, which are one large file.
import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { client } from "./client";
import type { GetSessionResponses, Session, SignOutResponses, User } from "./generated/types.gen";

export type { User };

/** The query key of the session, in the form of the generated keys. */
export const sessionKey = [{ _id: "getSession" }] as const;

/** Refetched now and then: a session can end on the server while pages are open. */
export const sessionQuery = () =>
  queryOptions({
    queryKey: sessionKey,
    queryFn: async ({ signal }) => {
      const url = "/api/auth/session";
      const { data } = await client.get<GetSessionResponses, unknown, true>({
        url,
        signal,
        throwOnError: true,
      });
      return data;
    },
    staleTime: 60_000,
  });

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
  remember(queryClient, { user });
}

export function rememberVisitor(queryClient: QueryClient): void {
  remember(queryClient, { user: null });
}

/** Records that the session ended without a sign-out, so that the sign-in form says so. */
export function rememberEnd(queryClient: QueryClient): void {
  remember(queryClient, { user: null, hasEnded: true });
}

interface Ended {
  hasEnded?: true | undefined;
}

function remember(queryClient: QueryClient, session: Session & Ended): void {
  // What the server demands and offers does not change with who is signed in.
  queryClient.setQueryData<Session & Ended>(sessionKey, (known) => ({
    ...known,
    hasEnded: undefined,
    ...session,
  }));
}

/** Whether the session ended without a sign-out. Other tabs receive this too. */
export function hasEnded(session: Ended | object): boolean {
  return "hasEnded" in session && session.hasEnded === true;
}

/** Signs out and clears all data of the session. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await client.post<SignOutResponses, unknown, true>({ url: "/api/auth/logout", throwOnError: true });
    const needsSignIn = queryClient.getQueryData<Session>(sessionKey)?.sign_in_required;
    forgetSession(queryClient);
    // Visitors get no other page there.
    if (needsSignIn) window.location.assign("/login");
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
  return JSON.stringify(key) === JSON.stringify(sessionKey);
}
