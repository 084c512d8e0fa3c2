import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { forgotPasswordMutation } from "@/api/generated/@tanstack/react-query.gen";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { AuthCard } from "./auth-card";
import { Outcome } from "./outcome";

/** Requests a reset link by mail. The response is the same whether or not an account has this address. */
export function ForgotPasswordPage() {
  const ask = useMutation(forgotPasswordMutation());
  const [sent, setSent] = useState(false);
  const { errors, busy, submit } = useForm({
    fields: ["email"],
    send: async (body) => {
      await ask.mutateAsync({ body });
      setSent(true);
    },
  });
  return (
    <AuthCard
      title={t`Forgot your password?`}
      description={t`We'll email you a link to set a new one.`}
      footer={
        <Link to="/login" className="font-semibold text-accent underline underline-offset-4">
          <Trans>Back to sign in</Trans>
        </Link>
      }
    >
      {sent ? (
        <Outcome>
          <Alert tone="success" title={t`Check your inbox`}>
            <Trans>
              If there is an account with this address, a link is on its way. It can be used once, within one
              hour.
            </Trans>
          </Alert>
        </Outcome>
      ) : (
        <form noValidate onSubmit={submit} className="space-y-4">
          {errors.form && <Alert>{errors.form}</Alert>}
          <Field label={t`Email`} error={errors.email}>
            {(control) => <Input {...control} type="email" autoComplete="email" name="email" />}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
            {busy ? t`Sending...` : t`Send link`}
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
