// The workspace that this page shows: a team, or the personal one. Each tab has its own, and a new tab begins with the
// one that was chosen last. Only signed-in screens import this module, which is why it is apart from the client.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { bodyOf, client } from "./client";
import type { ListWorkspacesResponses, MemberRole, Workspace } from "./generated/types.gen";
import { useSession } from "./session";

const key = "promptcase.workspace";
const header = "Workspace";

function stored(): string | null {
  try {
    return sessionStorage.getItem(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

// Read once: what another tab chooses meanwhile does not change what this page shows.
const chosen = stored() || null;

function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
    localStorage.setItem(key, id);
  } catch {
    // Where storage is refused there is the personal workspace alone.
  }
}

// Their lists show a workspace; an open record belongs to the one before.
const lists =
  /^\/(studio|explorer|library|collections|trash|analytics|community|docs|profile|settings|import)(\/|$)/;

/** Shows another workspace; null for the personal one. The page is loaded again, so that nothing of the former stays. */
export function switchWorkspace(id: string | null, to?: string): void {
  remember(id ?? "");
  const { pathname, search } = window.location;
  const settings = pathname === "/settings" ? search : "";
  // The token of an invitation stands behind the #, so its page is loaded as it is.
  if (pathname === "/join" && !to) window.location.reload();
  else window.location.assign(to ?? (lists.test(pathname) ? pathname + settings : "/explorer"));
}

/** The id of the workspace that this page shows; null for the personal one. */
export function shownWorkspace(): string | null {
  return chosen;
}

/** The header of a request that is about the shown workspace. */
export function workspaceHeader(): Record<string, string> {
  return chosen ? { [header]: chosen } : {};
}

// Signing out and following an invitation are about the person, whatever the page shows.
const personal = ["/api/auth/logout", "/api/team-invitations/preview", "/api/team-invitations/accept"];

client.interceptors.request.use((request) => {
  if (personal.includes(new URL(request.url).pathname)) return request;
  for (const [name, value] of Object.entries(workspaceHeader())) request.headers.set(name, value);
  return request;
});

// The membership has ended, or another account signed in.
client.interceptors.response.use(async (response) => {
  if (response.status !== 404 || !chosen || stored() !== chosen) return response;
  const body: unknown = await bodyOf(response.clone());
  if ((body as { code?: unknown } | null)?.code === "workspace_not_found") switchWorkspace(null);
  return response;
});

/** The workspaces of the account, the personal one first. The key is of the form of the generated ones. */
export const workspacesQuery = () =>
  queryOptions({
    queryKey: [{ _id: "listWorkspaces" }] as const,
    queryFn: async ({ signal }): Promise<Workspace[]> => {
      const url = "/api/workspaces";
      const { data } = await client.get<ListWorkspacesResponses, unknown, true>({
        url,
        signal,
        throwOnError: true,
      });
      return data.items;
    },
  });

/** The workspaces of the account; undefined until they are known. */
export function useWorkspaces(): Workspace[] | undefined {
  return useQuery(workspacesQuery()).data;
}

/** The workspace that this page shows; undefined until it is known. */
export function useWorkspace(): Workspace | undefined {
  const all = useWorkspaces();
  return all?.find(({ id }) => id === chosen) ?? all?.find(({ kind }) => kind === "personal");
}

const writers: readonly MemberRole[] = ["owner", "admin", "editor"];

/** Whether one of the workspaces is that of a record, with a role that may change it. */
export function mayWrite(workspaces: readonly Workspace[], record: { workspace_id: string }): boolean {
  return workspaces.some(({ id, role }) => id === record.workspace_id && writers.includes(role));
}

/** Tells of a record whether the account may change it. */
export function useMayWrite(): (record: { workspace_id: string }) => boolean {
  const me = useSession()?.id;
  const workspaces = useWorkspaces();
  return useCallback(
    (record) => record.workspace_id === me || mayWrite(workspaces ?? [], record),
    [me, workspaces],
  );
}

/** Whether records may be created in the shown workspace. */
export function useMayCreate(): boolean {
  const workspace = useWorkspace();
  return !workspace || writers.includes(workspace.role);
}
