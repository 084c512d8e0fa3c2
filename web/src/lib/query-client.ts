// One cache for all data of the server.
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, isSessionEnded } from "@/api/client";
import { setExpectedUser } from "@/api/expected-user";
import type { User } from "@/api/generated/types.gen";
import { rememberEnd, sessionKey } from "@/api/session";
import { isFormOpen } from "./open-forms";

export function makeQueryClient(): QueryClient {
  // When the session has ended on the server, the cached user is removed; the frame then runs the guard again.
  const user = () => queryClient.getQueryData<{ user?: User | null }>(sessionKey)?.user;
  const forgetUser = (error: unknown) => {
    // A wrong password on the sign-in form returns 401 too; only an ended session leaves the page.
    if (!isSessionEnded(error) || isFormOpen() || !user()) return;
    rememberEnd(queryClient);
  };
  const queryClient: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: forgetUser }),
    mutationCache: new MutationCache({ onError: forgetUser }),
    defaultOptions: {
      // Without a connection mutations fail at once and say so, instead of pausing silently.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        refetchOnReconnect: true,
        staleTime: 5 * 60_000,
        // A rejected request would be rejected again; only a lost connection or a server error is retried, once.
        retry: (failures, error) =>
          failures < 1 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      },
    },
  });
  setExpectedUser({
    userId: () => user()?.id,
    onOther: () => void queryClient.invalidateQueries({ queryKey: sessionKey }),
  });
  return queryClient;
}
