import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { resetPasswordMutation } from "@/api/generated/@tanstack/react-query.gen";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button, buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { AuthCard } from "./auth-card";
import { Outcome } from "./outcome";
import { PasswordInput } from "./password-input";
import { checkByRules, expectRules } from "./rules";
import { useMailedToken } from "./use-mailed-token";

const route = getRouteApi("/reset-password");

/** Sets a new password with the mailed link; the server ends every session. */
export function ResetPasswordPage() {
  const token = useMailedToken(route.useSearch().token);
  const reset = useMutation(resetPasswordMutation());
  const [done, setDone] = useState(false);
  const { errors, busy, submit } = useForm({
    fields: ["new_password", "confirm_password"],
    check: ({ new_password, confirm_password }) =>
      checkByRules((rules) => rules.validateNewPassword(new_password, confirm_password)),
    send: async (passwords) => {
      await reset.mutateAsync({ body: { token: token ?? "", ...passwords } });
      setDone(true);
    },
  });
  return (
    <AuthCard
      title={t`Set a new password`}
      description={t`You'll be signed out everywhere and can then sign in with the new password.`}
      footer={
        <Link to="/forgot-password" className="font-semibold text-accent underline underline-offset-4">
          <Trans>Request a new link</Trans>
        </Link>
      }
    >
      {done ? (
        <Outcome>
          <Alert
            tone="success"
            title={t`Your password is set`}
            action={
              <Link to="/login" className={buttonClass({ variant: "primary", size: "sm" })}>
                <Trans>Sign In</Trans>
              </Link>
            }
          />
        </Outcome>
      ) : !token ? (
        <Alert title={t`This link is incomplete`}>
          <Trans>Open the complete link from the email, or request a new one.</Trans>
        </Alert>
      ) : (
        <form noValidate onSubmit={submit} onFocus={expectRules} className="space-y-4">
          {errors.form && <Alert>{errors.form}</Alert>}
          <Field
            label={t`New password`}
            hint={!errors.new_password && t`At least 6 characters`}
            error={errors.new_password}
          >
            {(control) => <PasswordInput {...control} autoComplete="new-password" name="new_password" />}
          </Field>
          <Field label={t`Confirm password`} error={errors.confirm_password}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" name="confirm_password" />}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
            <Trans>Set password</Trans>
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
