import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { accountsOptions } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { Account, AccountState } from "@/api/generated/types.gen";
import { labelOf, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { SearchField } from "@/ui/search-field";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { AccountPanel } from "./account-panel";
import { bytes } from "./bytes";

const states: { value: AccountState | ""; label: string }[] = [
  { value: "", label: t`All accounts` },
  { value: "active", label: t`Active` },
  { value: "disabled", label: t`Disabled` },
  { value: "administrator", label: t`Administrators` },
];

/** The accounts, searched and filtered, and one of them in a panel. */
export function AccountsTab() {
  const search = useSearch({ from: "/workspace/admin" });
  const navigate = useNavigate();
  const show = (changes: { q?: string | undefined; state?: string | undefined; account?: string }) =>
    void navigate({ to: "/admin", search: { ...search, account: undefined, ...changes }, replace: true });
  const state = states.find(({ value }) => value === search.state)?.value || undefined;
  const { data, error, isPending, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery({
      ...accountsOptions({ limit: 50, search: search.q, state }),
      staleTime: 0,
    });
  const accounts = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-2">
        <SearchField
          label={t`Search accounts`}
          placeholder={t`Address, name or handle`}
          value={search.q ?? ""}
          onChange={(q) => show({ q: q || undefined })}
          className="w-80 max-w-full"
        />
        <Select
          aria-label={t`State`}
          options={states}
          value={state ?? ""}
          onChange={(event) => show({ state: event.target.value || undefined })}
        />
      </div>
      {error && (
        <NotLoaded title={t`The accounts could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {isPending && <Skeleton className="h-40" />}
      {data && accounts.length === 0 && (
        <EmptyState title={t`No account matches`}>
          <Trans>Search for a part of an address, a name or a handle.</Trans>
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <AccountTable accounts={accounts} onOpen={(account) => show({ account: account.id })} />
      )}
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {search.account && <AccountPanel id={search.account} onClose={() => show({})} />}
    </div>
  );
}

function AccountTable({ accounts, onOpen }: { accounts: Account[]; onOpen: (account: Account) => void }) {
  const format = useFormat();
  return (
    // On a phone the account alone is listed, and its panel tells the rest.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways, which a keyboard must do too
    <section aria-label={t`Accounts`} tabIndex={0} className="overflow-x-auto rounded-tray border">
      <table className="w-full text-left max-sm:[&_td:nth-child(n+2)]:hidden max-sm:[&_th:nth-child(n+2)]:hidden sm:min-w-3xl text-sm [&_td]:px-3 [&_td]:py-2.5 [&_th]:px-3 [&_th]:py-2">
        <thead className="bg-well text-muted">
          <tr>
            <th scope="col">
              <Trans>Account</Trans>
            </th>
            <th scope="col">
              <Trans>Plan</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Prompts</Trans>
            </th>
            <th scope="col" className="text-right">
              <Trans>Size</Trans>
            </th>
            <th scope="col">
              <Trans>Last used</Trans>
            </th>
            <th scope="col">
              <Trans>Created</Trans>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {accounts.map((account) => (
            <tr key={account.id} className="hover:bg-well/60">
              <td>
                <button
                  type="button"
                  className="text-left font-semibold wrap-anywhere underline-offset-4 hover:underline"
                  onClick={() => onOpen(account)}
                >
                  {account.email}
                </button>
                <p className="flex flex-wrap items-center gap-1.5 text-muted">
                  {account.full_name}
                  <States account={account} />
                </p>
              </td>
              <td>{labelOf(words.plans, account.plan)}</td>
              <td className="text-right tabular-nums">{format.number(account.prompts)}</td>
              <td className="text-right whitespace-nowrap tabular-nums">{bytes(account.bytes)}</td>
              <td>{account.last_used_at ? format.ago(account.last_used_at) : t`never`}</td>
              <td className="whitespace-nowrap">{format.date(account.created_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whether an account administers the instance or is disabled. */
export function States({ account }: { account: Account }) {
  return (
    <>
      {account.is_administrator && (
        <Badge tone="accent">
          <Trans>Administrator</Trans>
        </Badge>
      )}
      {account.disabled_at && (
        <Badge tone="danger">
          <Trans>Disabled</Trans>
        </Badge>
      )}
    </>
  );
}
