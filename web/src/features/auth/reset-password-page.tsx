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

const route = getRouteApi("/reset-password");

/** Sets a new password with the mailed link; the server ends every session. */
export function ResetPasswordPage() {
  const { token } = route.useSearch();
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
      title="Set a new password"
      description="You'll be signed out everywhere and can then sign in with the new password."
      footer={
        <Link to="/forgot-password" className="font-semibold text-accent underline underline-offset-4">
          Request a new link
        </Link>
      }
    >
      {done ? (
        <Outcome>
          <Alert
            tone="success"
            title="Your password is set"
            action={
              <Link to="/login" className={buttonClass({ variant: "primary", size: "sm" })}>
                Sign In
              </Link>
            }
          />
        </Outcome>
      ) : !token ? (
        <Alert title="This link is incomplete">
          Open the complete link from the email, or request a new one.
        </Alert>
      ) : (
        <form noValidate onSubmit={submit} onFocus={expectRules} className="space-y-4">
          {errors.form && <Alert>{errors.form}</Alert>}
          <Field
            label="New password"
            hint={!errors.new_password && "At least 6 characters"}
            error={errors.new_password}
          >
            {(control) => <PasswordInput {...control} autoComplete="new-password" name="new_password" />}
          </Field>
          <Field label="Confirm password" error={errors.confirm_password}>
            {(control) => <PasswordInput {...control} autoComplete="new-password" name="confirm_password" />}
          </Field>
          <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
            Set password
          </Button>
        </form>
      )}
    </AuthCard>
  );
}
