import type { AnyRoute } from "@tanstack/react-router";
import { StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import "./app/styles.css";
import "@/api/client";
import { sessionQuery } from "@/api/session";
import { keepFocus } from "@/app/keep-focus";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { makeQueryClient } from "@/lib/query-client";
import { followSession } from "@/lib/session-tabs";

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");

const queryClient = makeQueryClient();
followSession(queryClient);
const router = makeRouter(queryClient);
// Who goes back before the page is there is followed too. Once it is drawn, it listens itself.
const stopListening = router.history.subscribe(() => void router.load());

const giveFocus = keepFocus(root);

// Who is asking, the code of the page and what it shows first are fetched together; until they are there the page that came as
// HTML stays, so that nothing jumps. A slow answer holds up nobody: after two seconds the frame says itself what it is waiting for.
const patience = new Promise((resolve) => setTimeout(resolve, 2000));
const routes: Record<string, AnyRoute> = router.routesById;
for (const match of router.matchRoutes(router.latestLocation)) {
  const route = routes[match.routeId];
  if (route) void Promise.resolve(router.loadRouteChunk(route)).catch(() => undefined);
}
const page = Promise.all([queryClient.prefetchQuery(sessionQuery()), router.load()]).then(() => {
  const asked = queryClient.getQueryCache().getAll();
  return Promise.all(asked.map((query) => query.promise?.catch(() => undefined)));
});
await Promise.race([patience, page]);

function Drawn() {
  useLayoutEffect(() => {
    stopListening();
    giveFocus();
  }, []);
  return null;
}

// Drawn in slices, so that a tap or a key is not kept waiting by the first page.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <Providers queryClient={queryClient} router={router} />
      <Drawn />
    </StrictMode>,
  ),
);
