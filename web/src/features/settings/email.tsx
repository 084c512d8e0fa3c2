import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changeEmailMutation } from "@/api/generated/@tanstack/react-query.gen";
import { useUser } from "@/api/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { PasswordDialog } from "./password-dialog";

/** The address of the account, and its change by a link to the new one. */
export function EmailAddress() {
  const user = useUser();
  const change = useMutation(changeEmailMutation());
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState("");
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">
        <Trans>Email</Trans>
      </dt>
      <dd className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">{user.email}</span>
        {!user.email_confirmed && (
          <Badge tone="brass">
            <Trans>Not confirmed</Trans>
          </Badge>
        )}
        <Button size="sm" onClick={() => setOpen(true)}>
          <Trans>Change</Trans>
        </Button>
      </dd>
      {open && (
        <PasswordDialog
          title={t`Change your email address`}
          confirmLabel={t`Send the link`}
          ready={email.trim() !== ""}
          onClose={() => setOpen(false)}
          onConfirm={async (password) => {
            await change.mutateAsync({ body: { email, password } });
            setOpen(false);
            setEmail("");
            toast.success(t`Almost done`, {
              description: t`Open the link in the mail to ${email.trim()}. Until then your address stays as it is.`,
            });
          }}
        >
          <Field label={t`New address`}>
            {(control) => (
              <Input
                {...control}
                type="email"
                autoComplete="email"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
        </PasswordDialog>
      )}
    </div>
  );
}
