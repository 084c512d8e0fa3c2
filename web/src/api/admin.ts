// Requests of the administration. The generated functions are one file, which every page loads; these are loaded with
// the page that needs them.
import type { InfiniteData } from "@tanstack/react-query";
import { client } from "./client";
import type {
  Account,
  AccountPage,
  AuditEntryPage,
  HandedOver,
  Instance,
  InvitationInput,
  InvitationPage,
  NewInvitation,
  PageReportPage,
  PlanType,
} from "./generated/types.gen";
import { pages } from "./infinite";

type Query = Record<string, string | number | boolean | undefined>;

const root = "/api/admin";

async function get<Data>(path: string, query: Query, signal?: AbortSignal): Promise<Data> {
  const url = root + path;
  const { data } = await client.get<{ 200: Data }, unknown, true>({
    url,
    query,
    throwOnError: true,
    ...(signal && { signal }),
  });
  return data as Data;
}

async function send<Data>(method: "POST" | "PUT" | "DELETE", path: string, body?: object): Promise<Data> {
  const { data } = await client.request<{ 200: Data }, unknown, true>({
    method,
    url: root + path,
    throwOnError: true,
    ...(body && { body, headers: { "Content-Type": "application/json" } }),
  });
  return data as Data;
}

const one = <Data>(path: string, query: Query = {}, _id = "admin") => ({
  // As the generated keys, so that `refresh` finds them.
  queryKey: [{ _id, path, query }] as const,
  queryFn: ({ signal }: { signal: AbortSignal }) => get<Data>(path, query, signal),
});

const paged = <Data extends { next_cursor: string | null }>(path: string, query: Query) => ({
  ...pages,
  queryKey: [{ _id: "admin", path, query }, "pages"] as const,
  queryFn: ({ pageParam, signal }: { pageParam: unknown; signal: AbortSignal }) => {
    const cursor = typeof pageParam === "string" ? pageParam : undefined;
    return get<Data>(path, { ...query, cursor }, signal);
  },
  select: (data: InfiniteData<Data>) => data,
});

export const accountsOptions = (query: Query) => paged<AccountPage>("/accounts", query);
export const auditOptions = (query: Query) => paged<AuditEntryPage>("/audit", query);
export const accountOptions = (id: string) => one<Account>(`/accounts/${id}`, {}, "adminAccount");
export const instanceOptions = () => one<Instance>("/instance");
export const reportsOptions = (all: boolean) => one<PageReportPage>("/reports", { all });

export const invitationsOptions = () => one<InvitationPage>("/invitations");

export const invite = (invitation: InvitationInput) =>
  send<NewInvitation>("POST", "/invitations", invitation);
export const revokeInvitation = (id: string) => send<void>("DELETE", `/invitations/${id}`);

/** The first accounts whose address, name or handle contains a text. */
export const findAccounts = (search: string) => get<AccountPage>("/accounts", { search, limit: 100 });

export const decideReport = (id: string, outcome: "resolved" | "dismissed") =>
  send<void>("PUT", `/reports/${id}/decision`, { outcome });
export const unpublish = (kind: "prompt", id: string) => send<void>("POST", "/unpublish", { kind, id });

/** What can be done with an account. */
export function accountRequests(id: string) {
  const at = `/accounts/${id}`;
  return {
    disable: (unpublish: boolean) => send<Account>("POST", `${at}/disable`, { unpublish }),
    enable: () => send<Account>("POST", `${at}/enable`),
    setAdministrator: (is_administrator: boolean) =>
      send<Account>("PUT", `${at}/administrator`, { is_administrator }),
    email: (email: string) => send<Account>("PUT", `${at}/email`, { email }),
    endSessions: (tokens: boolean) => send<Account>("POST", `${at}/end-sessions`, { tokens }),
    reset: () => send<void>("POST", `${at}/reset-link`),
    remove: () => send<void>("DELETE", at),
    handOver: (to: string) => send<HandedOver>("POST", `${at}/hand-over`, { to }),
    plan: (plan: PlanType | null) => send<Account>("PUT", `${at}/plan`, { plan }),
  };
}
