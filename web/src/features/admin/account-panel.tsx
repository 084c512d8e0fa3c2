import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { accountOptions } from "@/api/admin";
import { messageOf } from "@/api/client";
import type { Account, PlanType } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { labelOf, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { NotLoaded } from "@/ui/not-loaded";
import { Select } from "@/ui/select";
import { Skeleton } from "@/ui/skeleton";
import { States } from "./accounts-tab";
import { type Act, ActDialog } from "./act-dialog";
import { useAccountActions } from "./actions";
import { bytes } from "./bytes";

/** An account with what an administrator may do with it. */
export function AccountPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery({
    ...accountOptions(id),
    staleTime: 0,
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={data?.full_name ?? t`Account`}
      description={data?.email}
      side="right"
    >
      {error && (
        <NotLoaded title={t`The account could not be loaded`} onRetry={() => void refetch()}>
          {messageOf(error)}
        </NotLoaded>
      )}
      {!data && !error && <Skeleton className="h-60" />}
      {data && <Details account={data} onGone={onClose} />}
    </Dialog>
  );
}

function Details({ account, onGone }: { account: Account; onGone: () => void }) {
  const format = useFormat();
  const isOwn = useUser().id === account.id;
  const actions = useAccountActions(account.id);
  const [act, setAct] = useState<Act | null>(null);
  const facts: [string, string][] = [
    [t`Handle`, account.handle ? `@${account.handle}` : "–"],
    [t`Address confirmed`, account.email_confirmed ? t`Yes` : t`No`],
    [t`Created`, format.date(account.created_at)],
    [t`Last used`, account.last_used_at ? format.ago(account.last_used_at) : t`never`],
    [t`Prompts`, format.number(account.prompts)],
    [t`Components`, format.number(account.components)],
    [t`Collections`, format.number(account.collections)],
    [t`Public`, format.number(account.public)],
    [t`Size with histories`, bytes(account.bytes)],
    [t`Sessions`, format.number(account.sessions)],
    [t`API tokens`, format.number(account.tokens)],
    [t`Plan`, labelOf(words.plans, account.plan)],
  ];
  return (
    <div className="space-y-6">
      <p className="flex gap-2 empty:hidden">
        <States account={account} />
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 text-sm">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <Field
        label={t`Given plan`}
        hint={t`In place of that of all accounts. A paid plan counts if it is the higher one.`}
      >
        {(control) => (
          <Select
            {...control}
            options={[
              { value: "", label: t`That of all accounts` },
              { value: "free", label: "Free" },
              { value: "pro", label: "Pro" },
              { value: "max", label: "Max" },
            ]}
            value={account.given_plan ?? ""}
            onChange={(event) => actions.plan((event.target.value || null) as PlanType | null)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setAct("email")}>
          <Trans>Change address</Trans>
        </Button>
        <Button size="sm" onClick={() => setAct("reset")}>
          <Trans>Send a reset link</Trans>
        </Button>
        <Button size="sm" onClick={() => setAct("sessions")}>
          <Trans>End sessions</Trans>
        </Button>
        <Button size="sm" onClick={() => setAct("hand-over")}>
          <Trans>Hand over</Trans>
        </Button>
        {!isOwn && (
          <>
            <Button size="sm" onClick={() => setAct(account.is_administrator ? "demote" : "promote")}>
              {account.is_administrator ? t`Take the administrator role back` : t`Make administrator`}
            </Button>
            {account.disabled_at ? (
              <Button size="sm" onClick={() => setAct("enable")}>
                <Trans>Enable</Trans>
              </Button>
            ) : (
              <Button size="sm" onClick={() => setAct("disable")}>
                <Trans>Disable</Trans>
              </Button>
            )}
            <Button size="sm" variant="danger" onClick={() => setAct("delete")}>
              <Trans>Delete</Trans>
            </Button>
          </>
        )}
      </div>
      {isOwn && (
        <p className="text-sm text-muted">
          <Trans>This is your own account. Another administrator can disable or delete it.</Trans>
        </p>
      )}
      <Link
        to="/admin"
        search={{ tab: "activity", about: account.id }}
        className="inline-block font-semibold underline underline-offset-4"
      >
        <Trans>Activity of this account</Trans>
      </Link>
      {act && (
        <ActDialog
          account={account}
          act={act}
          onClose={(isGone) => {
            setAct(null);
            if (isGone) onGone();
          }}
        />
      )}
    </div>
  );
}
