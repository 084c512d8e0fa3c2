// Draws pages as HTML when the app is built, for the first paint and for those who read without scripts.
import type { QueryClient } from "@tanstack/react-query";
import { createMemoryHistory, type RouteComponent } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { client } from "@/api/client";
import { rememberUser, rememberVisitor } from "@/api/session";
import { PagePending } from "@/app/page-pending";
import { documentTitle, type Path, paths } from "@/app/paths";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { firstListUrl } from "@/features/explorer/first-list";
import { ExplorerPlaceholder } from "@/features/explorer/head";
import { makeQueryClient } from "@/lib/query-client";

/** Pages that look the same to every visitor and hold nothing to type into. */
export const prerendered = [
  "/",
  "/features",
  "/terms",
  "/privacy",
  "/refund-policy",
] as const satisfies Path[];

export function prerender(path: (typeof prerendered)[number]): Promise<{ title: string; html: string }> {
  const queryClient = makeQueryClient();
  rememberVisitor(queryClient);
  return draw(queryClient, path, paths[path].title);
}

/** Pages that are there without a session too. */
export const publicPaths = Object.entries(paths).flatMap(([path, { access }]) =>
  access === "public" ? [path] : [],
);

/** Everybody who is signed in: nothing of a person is in HTML that all of them get. */
const anybody = { id: "", email: "", full_name: "", avatar_url: null, created_at: "" };

/** Addresses that every page behind the sign-in asks for first, and the explorer while nothing is filtered. */
export const firstRequests = {
  workspace: [client.buildUrl({ url: "/api/auth/session" })],
  explorer: [firstListUrl()],
};

/** The frame around pages behind the sign-in, and as much of a page as can be known. */
export async function prerenderWorkspace(page: "explorer" | "any"): Promise<{ title: string; html: string }> {
  const { title, html } = await drawWorkspace(page);
  // Links lead on without the program. Buttons would do nothing yet, so they cannot be pressed: no press is lost unseen.
  return { title, html: html.replaceAll("<button ", '<button inert="" ') };
}

function drawWorkspace(page: "explorer" | "any") {
  const queryClient = makeQueryClient();
  rememberUser(queryClient, anybody);
  if (page === "explorer")
    return draw(
      queryClient,
      "/explorer",
      paths["/explorer"].title,
      "/workspace/explorer",
      ExplorerPlaceholder,
    );
  // An address that no entry of the menus leads to, so that none is marked as the one that is open. Its title is not the page's.
  return draw(queryClient, "/asset-editor/any", "Promptcase", "/workspace/writing", () => (
    <PagePending title="Promptcase" />
  ));
}

async function draw(
  queryClient: QueryClient,
  path: string,
  title: string,
  route?: "/workspace/explorer" | "/workspace/writing",
  component?: RouteComponent,
) {
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  if (route && component) {
    const { options } = router.routesById[route];
    options.component = component;
    options.loader = undefined;
  }
  await router.load();
  return {
    title: documentTitle(title),
    html: renderToString(<Providers queryClient={queryClient} router={router} />),
  };
}
