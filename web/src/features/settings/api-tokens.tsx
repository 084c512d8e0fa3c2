import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import {
  getBillingOptions,
  listTokensOptions,
  revokeTokenMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import type { ApiToken } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { type Format, useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button, buttonClass } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { NewTokenDialog } from "./new-token-dialog";
import { TokenUsesDialog } from "./token-uses-dialog";

/** Lists, creates and revokes the tokens of programs that use the API in the user's name. */
export function ApiTokens() {
  const billing = useQuery(getBillingOptions());
  const tokens = useQuery({ ...listTokensOptions(), staleTime: 0 });
  const [creating, setCreating] = useState(false);
  const [leaving, setLeaving] = useState<ApiToken | null>(null);
  const [reading, setReading] = useState<ApiToken | null>(null);
  const allowed = billing.data?.can_use_ai;
  const list = tokens.data?.items ?? [];
  return (
    <SectionCard
      title={t`API tokens`}
      description={t`For the command line and your own programs, sent as an Authorization: Bearer header.`}
      action={
        allowed && (
          <Button size="sm" onClick={() => setCreating(true)}>
            <Plus aria-hidden="true" /> <Trans>New token</Trans>
          </Button>
        )
      }
    >
      {tokens.error && (
        <NotLoaded title={t`The tokens could not be loaded`} onRetry={() => void tokens.refetch()}>
          {messageOf(tokens.error)}
        </NotLoaded>
      )}
      {(tokens.isPending || billing.isPending) && <Skeleton className="h-12" />}
      {allowed === false && <PlanGate resting={list.length > 0} />}
      {allowed && tokens.data && list.length === 0 && (
        <p className="text-muted">
          <Trans>
            No tokens yet. See what a token can do in the{" "}
            <Link to="/docs" search={{ tab: "api" }} className="text-accent underline underline-offset-4">
              API Reference
            </Link>
            .
          </Trans>
        </p>
      )}
      {list.length > 0 && (
        <ul aria-label={t`API tokens`} className="divide-y not-first:mt-4">
          {list.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRead={() => setReading(token)}
              onRevoke={() => setLeaving(token)}
            />
          ))}
        </ul>
      )}
      {creating && <NewTokenDialog onClose={() => setCreating(false)} />}
      {reading && <TokenUsesDialog token={reading} onClose={() => setReading(null)} />}
      {leaving && <RevokeDialog token={leaving} onClose={() => setLeaving(null)} />}
    </SectionCard>
  );
}

/** `resting`: tokens exist from an earlier plan that included them. */
function PlanGate({ resting }: { resting: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-well px-4 py-3">
      <p>
        <Trans>
          API tokens come with Pro and Max.
          {resting && ` ${t`Your tokens do not work until your plan includes them again.`}`}
        </Trans>
      </p>
      <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
        <Trans>See the plans</Trans>
      </Link>
    </div>
  );
}

interface TokenRowProps {
  token: ApiToken;
  onRead: () => void;
  onRevoke: () => void;
}

function TokenRow({ token, onRead, onRevoke }: TokenRowProps) {
  const format = useFormat();
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-muted max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {token.name}
          <Badge tone={token.scope === "write" ? "brass" : "neutral"}>{accessOf(token)}</Badge>
          {isExpired(token) && (
            <Badge tone="danger">
              <Trans>Expired</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">{history(token, format)}</p>
      </div>
      <Button size="sm" aria-label={t`Uses of ${token.name}`} onClick={onRead}>
        <Trans>Uses</Trans>
      </Button>
      <Button size="sm" aria-label={t`Revoke ${token.name}`} onClick={onRevoke}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  );
}

const countPrompts = (count: number) => plural(count, { one: "# prompt", other: "# prompts" });
const countCollections = (count: number) => plural(count, { one: "# collection", other: "# collections" });

function accessOf({ scope, prompt_ids, collection_ids, labels }: ApiToken): string {
  if (!prompt_ids && !collection_ids && !labels) return scope === "write" ? t`Read and change` : t`Read`;
  const chosen = [
    prompt_ids && countPrompts(prompt_ids.length),
    collection_ids && countCollections(collection_ids.length),
  ].filter((part) => part !== null);
  const prompts = chosen.length > 0 ? chosen.join(", ") : t`all prompts`;
  return labels ? t`Fetch ${prompts} at ${labels.join(", ")}` : t`Fetch ${prompts}`;
}

function isExpired({ expires_at }: ApiToken): boolean {
  return expires_at !== null && Date.parse(expires_at) <= Date.now();
}

function history(token: ApiToken, format: Format): string {
  const used = token.last_used_at ? t`last used ${format.ago(token.last_used_at)}` : t`never used`;
  const end = !token.expires_at
    ? t`does not expire`
    : isExpired(token)
      ? t`expired ${format.date(token.expires_at)}`
      : t`expires ${format.date(token.expires_at)}`;
  return t`Created ${format.date(token.created_at)} · ${used} · ${end}`;
}

function RevokeDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const queryClient = useQueryClient();
  const revoke = useMutation({
    ...revokeTokenMutation(),
    onSuccess: async () => {
      await refresh(queryClient, "listTokens");
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Revoke “${token.name}”?`}
      confirmLabel={t`Revoke`}
      danger
      busy={revoke.isPending}
      error={revoke.error ? messageOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate({ path: { token_id: token.id } })}
    >
      <p>
        <Trans>Programs that use it lose access immediately. This cannot be undone.</Trans>
      </p>
    </ConfirmDialog>
  );
}
