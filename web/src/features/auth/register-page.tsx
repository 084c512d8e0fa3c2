import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { registerMutation, suggestHandleOptions } from "@/api/generated/@tanstack/react-query.gen";
import { rememberUser, sessionQuery, useSession } from "@/api/session";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { AuthCard } from "./auth-card";
import { goOn } from "./go-on";
import { PasswordInput } from "./password-input";
import { ProviderSignIn } from "./provider-sign-in";
import { checkByRules, expectRules } from "./rules";

const route = getRouteApi("/register");

export function RegisterPage() {
  const { history } = useRouter();
  const { from } = route.useSearch();
  const queryClient = useQueryClient();
  const createAccount = useMutation(registerMutation());
  // In the fragment, which no server gets.
  const [invited] = useState(() => new URLSearchParams(window.location.hash.slice(1)));
  const invitation = invited.get("invitation");
  const { errors, busy, submit } = useForm({
    fields: ["full_name", "email", "handle", "password", "confirm_password"],
    check: (values) => checkByRules((rules) => rules.validateRegistration(values)),
    send: async (body) => {
      const { user } = await createAccount.mutateAsync({
        body: { ...body, ...(invitation && { invitation }) },
      });
      rememberUser(queryClient, user);
    },
  });

  // The handle that the account gets if none is chosen.
  const [name, setName] = useState("");
  const session = useQuery(sessionQuery());
  const suggestion = useQuery({
    ...suggestHandleOptions({ query: { full_name: name } }),
    // An instance for members tells visitors nothing of its handles.
    enabled: name !== "" && !session.data?.sign_in_required,
    placeholderData: (previous) => previous,
  }).data?.handle;

  // Signed in by this form, or in another tab meanwhile.
  const isSignedIn = Boolean(useSession());
  useEffect(() => {
    if (isSignedIn) goOn(history, from);
  }, [isSignedIn, history, from]);

  return (
    <AuthCard
      title={t`Create your account`}
      description={
        invitation ? t`You are invited. The link works once.` : t`Free, with 100 credits to start.`
      }
      footer={
        <Trans>
          Already have an account?{" "}
          <Link
            to="/login"
            search={{ from }}
            hash={true}
            className="font-semibold text-accent underline underline-offset-4"
          >
            Sign in
          </Link>
        </Trans>
      }
    >
      <ProviderSignIn from={from} invitation={invitation} />
      <form noValidate onSubmit={submit} onFocus={expectRules} className="space-y-4">
        {errors.form && <Alert>{errors.form}</Alert>}
        <Field label={t`Full name`} error={errors.full_name}>
          {(control) => (
            <Input
              {...control}
              autoComplete="name"
              name="full_name"
              onBlur={({ target }) => setName(target.value.trim())}
            />
          )}
        </Field>
        <Field label={t`Email`} error={errors.email}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              name="email"
              defaultValue={invited.get("email") ?? undefined}
            />
          )}
        </Field>
        <Field
          label={t`Handle`}
          hint={
            !errors.handle &&
            t`Optional. It names your prompts: @${suggestion ?? "you"}/code-review. You can change it later.`
          }
          error={errors.handle}
        >
          {(control) => (
            <Input
              {...control}
              name="handle"
              placeholder={suggestion}
              maxLength={40}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label={t`Password`}
          hint={!errors.password && t`At least 6 characters`}
          error={errors.password}
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" name="password" />}
        </Field>
        <Field label={t`Confirm password`} error={errors.confirm_password}>
          {(control) => <PasswordInput {...control} autoComplete="new-password" name="confirm_password" />}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={busy} className="w-full">
          {busy ? t`Creating account...` : t`Create account`}
        </Button>
        <p className="text-center text-sm text-muted">
          <Trans>
            By creating an account you agree to the{" "}
            <Link to="/terms" className="underline underline-offset-4">
              Terms of Service
            </Link>{" "}
            and the{" "}
            <Link to="/privacy" className="underline underline-offset-4">
              Privacy Policy
            </Link>
            .
          </Trans>
        </p>
      </form>
    </AuthCard>
  );
}
