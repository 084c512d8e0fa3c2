// Asks for the confirmation of the account's address. Nothing is locked meanwhile.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { messageOf } from "@/api/client";
import { sendEmailConfirmationMutation } from "@/api/generated/@tanstack/react-query.gen";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { toast } from "@/ui/toast";

export default function ConfirmBanner({ email }: { email: string }) {
  const send = useMutation({
    ...sendEmailConfirmationMutation(),
    onSuccess: () => toast.success(t`Sent`, { description: t`Open the link in the mail.` }),
    onError: (error) => toast.error(t`The mail was not sent`, { description: messageOf(error) }),
  });
  return (
    <Alert
      tone="info"
      title={t`Confirm your address`}
      className="mb-6"
      action={
        <Button size="sm" busy={send.isPending} onClick={() => send.mutate({})}>
          <Trans>Send the mail</Trans>
        </Button>
      }
    >
      <Trans>
        Open the link that we mail to {email}. Wrong address? Change it in the settings, under Account.
      </Trans>
    </Alert>
  );
}
