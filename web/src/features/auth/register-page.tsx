import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { registerMutation } from "@/api/generated/@tanstack/react-query.gen";
import { rememberUser } from "@/api/session";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { AuthCard } from "./auth-card";
import { PasswordInput } from "./password-input";
import { showServerError } from "./server-errors";

export function RegisterPage() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const createAccount = useMutation(registerMutation());
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { full_name: "", email: "", password: "", confirm: "" },
  });
  const { errors, isSubmitting } = formState;

  // How long a password must be is the server's rule; its sentence lands under the field.
  const submit = handleSubmit(async ({ confirm: _, ...body }) => {
    try {
      const { user } = await createAccount.mutateAsync({ body });
      rememberUser(queryClient, user);
      await navigate({ to: "/studio", replace: true });
    } catch (error) {
      showServerError(error, ["full_name", "email", "password"], setError);
    }
  });

  return (
    <AuthCard
      title="Create your account"
      description="Free, with 100 credits to start."
      footer={
        <>
          Already have an account?{" "}
          <Link to="/login" className="font-semibold text-accent underline underline-offset-4">
            Sign in
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <Field label="Full name" error={errors.full_name?.message}>
          {(control) => (
            <Input
              {...control}
              autoComplete="name"
              {...register("full_name", { required: "Full name is required" })}
            />
          )}
        </Field>
        <Field label="Email" error={errors.email?.message}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="email"
              {...register("email", { required: "Email is required" })}
            />
          )}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              {...register("password", { required: "Password is required" })}
            />
          )}
        </Field>
        <Field label="Confirm password" error={errors.confirm?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="new-password"
              {...register("confirm", {
                validate: (value, all) => value === all.password || "Passwords do not match",
              })}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} className="w-full">
          {isSubmitting ? "Creating account..." : "Create account"}
        </Button>
        <p className="text-center text-sm text-muted">
          By creating an account you agree to the{" "}
          <Link to="/terms" className="underline underline-offset-4">
            Terms of Service
          </Link>{" "}
          and the{" "}
          <Link to="/privacy" className="underline underline-offset-4">
            Privacy Policy
          </Link>
          .
        </p>
      </form>
    </AuthCard>
  );
}
