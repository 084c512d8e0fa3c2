import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { acceptTeamInvitationMutation } from "@/api/generated/@tanstack/react-query.gen";
import { previewTeamInvitation } from "@/api/generated/sdk.gen";
import { useSession } from "@/api/session";
import { switchWorkspace } from "@/api/workspace";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Skeleton } from "@/ui/skeleton";
import { roleLabel } from "./roles";

const here = { from: "/join" };

/** Accepts an invitation to a team. A guest signs in or up, and comes back with the token, which stands after `#`. */
export function JoinPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const token = new URLSearchParams(hash.replace(/^#/, "")).get("token");
  const user = useSession();
  const format = useFormat();
  const preview = useQuery({
    queryKey: [{ _id: "previewTeamInvitation", token }] as const,
    queryFn: async () =>
      (await previewTeamInvitation({ body: { token: token ?? "" }, throwOnError: true })).data,
    enabled: token !== null,
    retry: false,
  });
  const accept = useMutation({
    ...acceptTeamInvitationMutation(),
    onSuccess: ({ id }) => switchWorkspace(id, "/explorer"),
  });
  const invited = preview.data;
  return (
    <div className="mx-auto w-full max-w-lg px-4 py-12">
      <h1 className="mb-6 text-2xl font-bold">
        <Trans>Join a team</Trans>
      </h1>
      {!token && (
        <Alert title={t`This link is incomplete`}>
          <Trans>Open the complete link from the invitation, or ask for a new one.</Trans>
        </Alert>
      )}
      {preview.error && <Alert>{messageOf(preview.error)}</Alert>}
      {token && preview.isPending && <Skeleton className="h-40" />}
      {invited && token && (
        <SectionCard
          title={invited.name}
          description={
            invited.invited_by
              ? t`${invited.invited_by} invites you as ${roleLabel(invited.role)}.`
              : t`You are invited as ${roleLabel(invited.role)}.`
          }
        >
          <div className="space-y-4">
            {(invited.email ?? invited.domain) && (
              <p className="text-muted wrap-anywhere">
                {invited.email ? (
                  <Trans>For the account with the address {invited.email}.</Trans>
                ) : (
                  <Trans>For accounts with an address at {invited.domain}.</Trans>
                )}
              </p>
            )}
            <p className="text-sm text-muted">
              <Trans>expires {format.date(invited.expires_at)}</Trans>
            </p>
            {accept.error && <Alert>{messageOf(accept.error)}</Alert>}
            {user && (
              <Button
                variant="primary"
                size="lg"
                className="w-full"
                busy={accept.isPending || accept.isSuccess}
                onClick={() => accept.mutate({ body: { token } })}
              >
                <Trans>Join {invited.name}</Trans>
              </Button>
            )}
            {user && (
              <p className="text-sm text-muted wrap-anywhere">
                <Trans>You are signed in as {user.email}.</Trans>
              </p>
            )}
            {user === null && (
              <div className="flex flex-wrap gap-3">
                <Link
                  to="/register"
                  search={here}
                  hash={true}
                  className={buttonClass({ variant: "primary", size: "lg" })}
                >
                  <Trans>Create an account</Trans>
                </Link>
                <Link to="/login" search={here} hash={true} className={buttonClass({ size: "lg" })}>
                  <Trans>Sign In</Trans>
                </Link>
              </div>
            )}
          </div>
        </SectionCard>
      )}
    </div>
  );
}
