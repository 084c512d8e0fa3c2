import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { confirmEmailMutation } from "@/api/generated/@tanstack/react-query.gen";
import { refresh } from "@/api/infinite";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { AuthCard } from "./auth-card";
import { Outcome } from "./outcome";
import { useMailedToken } from "./use-mailed-token";

const route = getRouteApi("/confirm-email");

/** Confirms an address with the mailed link. A button sends it: programs that follow links in mails confirm nothing. */
export function ConfirmEmailPage() {
  const token = useMailedToken(route.useSearch().token);
  const queryClient = useQueryClient();
  const confirm = useMutation({
    ...confirmEmailMutation(),
    onSuccess: () => refresh(queryClient, "getSession"),
  });
  return (
    <AuthCard
      title={t`Confirm your address`}
      description={t`One click, and the address of your account is confirmed.`}
      footer={
        <Link
          to="/settings"
          search={{ tab: "account" }}
          className="font-semibold text-accent underline underline-offset-4"
        >
          <Trans>Request a new link in the settings</Trans>
        </Link>
      }
    >
      {confirm.data ? (
        <Outcome>
          <Alert tone="success" title={t`Your address is confirmed`}>
            {confirm.data.email}
          </Alert>
        </Outcome>
      ) : !token ? (
        <Alert title={t`This link is incomplete`}>
          <Trans>Open the complete link from the email, or request a new one.</Trans>
        </Alert>
      ) : (
        <div className="space-y-4">
          {confirm.error && <Alert>{messageOf(confirm.error)}</Alert>}
          <Button
            variant="primary"
            size="lg"
            className="w-full"
            busy={confirm.isPending}
            onClick={() => confirm.mutate({ body: { token } })}
          >
            <Trans>Confirm address</Trans>
          </Button>
        </div>
      )}
    </AuthCard>
  );
}
