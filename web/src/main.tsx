import type { AnyRoute } from "@tanstack/react-router";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import "./app/styles.css";
import "@/api/client";
import { sessionQuery } from "@/api/session";
import { keepInput } from "@/app/keep-input";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { makeQueryClient } from "@/lib/query-client";
import { followSession } from "@/lib/session-tabs";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const queryClient = makeQueryClient();
followSession(queryClient);
const router = makeRouter(queryClient);
// Follows Back before the first render. The rendered app subscribes itself.
const stopListening = router.history.subscribe(() => void router.load());

const restoreInput = keepInput(root);

// Fetches the session, the page's code and its first data in parallel. The prerendered HTML stays until they have
// loaded, so that nothing shifts, but at most two seconds; then the frame shows its loading state.
const FIRST_RENDER_TIMEOUT_MS = 2_000;
const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_RENDER_TIMEOUT_MS));
const routes: Record<string, AnyRoute> = router.routesById;
for (const match of router.matchRoutes(router.latestLocation)) {
  const route = routes[match.routeId];
  if (route) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
}
const page = Promise.all([queryClient.prefetchQuery(sessionQuery()), router.load()]).then(() => {
  const asked = queryClient.getQueryCache().getAll();
  return Promise.all(asked.map((query) => query.promise?.catch(() => undefined)));
});
await Promise.race([timeout, page]);

function Drawn() {
  useLayoutEffect(() => {
    stopListening();
    restoreInput();
  }, []);
  return null;
}

// A transition renders in slices, so that the first page does not block taps and keys.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient} router={router} />
      <Drawn />
    </StrictMode>,
  ),
);
