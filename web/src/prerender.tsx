// Prerenders the public pages as HTML at build time, for the first paint and for clients without scripts.
import { createMemoryHistory } from "@tanstack/react-router";
import { renderToString } from "react-dom/server";
import { rememberVisitor } from "@/api/session";
import { documentTitle, type Path, paths } from "@/app/paths";
import { Providers } from "@/app/providers";
import { makeRouter } from "@/app/router";
import { makeQueryClient } from "@/lib/query-client";

/** Pages that look the same to every visitor. */
export const prerendered = [
  "/",
  "/features",
  "/terms",
  "/privacy",
  "/refund-policy",
] as const satisfies Path[];

export async function prerender(
  path: (typeof prerendered)[number],
): Promise<{ title: string; html: string }> {
  const queryClient = makeQueryClient();
  rememberVisitor(queryClient);
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  await router.load();
  return {
    title: documentTitle(paths[path].title),
    html: renderToString(<Providers queryClient={queryClient} router={router} />),
  };
}
