import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/client";
import { signInMutation } from "@/api/generated/@tanstack/react-query.gen";
import { rememberUser, useSession } from "@/api/session";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { AuthCard } from "./auth-card";
import { goOn } from "./go-on";
import { PasswordInput } from "./password-input";
import { ProviderSignIn } from "./provider-sign-in";

// Pages whose unsaved text survives sign-in.
const editors = /^\/(component-editor|asset-editor|editor)\b/;

const route = getRouteApi("/login");

export function LoginPage() {
  const { from } = route.useSearch();
  const { history } = useRouter();
  const sessionEnded = useRouterState({ select: ({ location }) => location.state.sessionEnded });
  const queryClient = useQueryClient();
  const [codeAsked, setCodeAsked] = useState(false);
  const login = useMutation(signInMutation());
  const { errors, busy, submit } = useForm({
    fields: ["email", "password", "code"],
    send: async ({ email, password, code }) => {
      try {
        const { user } = await login.mutateAsync({ body: { email, password, code: code || undefined } });
        rememberUser(queryClient, user);
      } catch (error) {
        // The server asks for the second factor only after a correct password, so the first such error is a
        // further question.
        if (codeAsked || !(error instanceof ApiError && error.field === "code")) throw error;
        setCodeAsked(true);
      }
    },
  });
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (codeAsked) codeField.current?.focus();
  }, [codeAsked]);

  // Signed in by this form, or in another tab meanwhile.
  const isSignedIn = Boolean(useSession());
  useEffect(() => {
    if (isSignedIn) goOn(history, from);
  }, [isSignedIn, history, from]);

  return (
    <AuthCard
      title={t`Welcome back`}
      description={t`Sign in to your prompts.`}
      footer={
        <Trans>
          No account yet?{" "}
          <Link
            to="/register"
            search={{ from }}
            hash={true}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Create your account
          </Link>
        </Trans>
      }
    >
      <ProviderSignIn from={from} />
      <form noValidate onSubmit={submit} className="space-y-4">
        {sessionEnded && (
          <Alert tone="info" title={t`Your session has ended`}>
            {from && editors.test(from)
              ? t`What you typed is kept and will be there after you sign in.`
              : t`Sign in to continue where you left off.`}
          </Alert>
        )}
        {errors.form && <Alert>{errors.form}</Alert>}
        <Field label={t`Email`} error={errors.email}>
          {(control) => <Input {...control} type="email" autoComplete="email" name="email" />}
        </Field>
        <Field label={t`Password`} error={errors.password}>
          {(control) => <PasswordInput {...control} autoComplete="current-password" name="password" />}
        </Field>
        {codeAsked && (
          <Field
            label={t`Code`}
            hint={t`From your authenticator app, or one of your recovery codes.`}
            error={errors.code}
          >
            {(control) => <Input {...control} ref={codeField} name="code" autoComplete="one-time-code" />}
          </Field>
        )}
        <div className="flex justify-end">
          <Link
            to="/forgot-password"
            className="text-sm font-semibold text-accent underline underline-offset-4"
          >
            <Trans>Forgot password?</Trans>
          </Link>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
          {busy ? t`Signing in...` : t`Sign In`}
        </Button>
      </form>
    </AuthCard>
  );
}
