import { useLocation } from "@tanstack/react-router";

/** The token of a mailed link. It stands after `#`, which no server is sent and no proxy logs; links mailed before have it in the query. */
export function useMailedToken(inQuery: string | undefined): string | undefined {
  const hash = useLocation({ select: (location) => location.hash });
  return new URLSearchParams(hash.replace(/^#/, "")).get("token") ?? inQuery;
}
