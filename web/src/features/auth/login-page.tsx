import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link, useRouter } from "@tanstack/react-router";
import { useForm } from "react-hook-form";
import { signInMutation } from "@/api/generated/@tanstack/react-query.gen";
import { rememberUser } from "@/api/session";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { AuthCard } from "./auth-card";
import { PasswordInput } from "./password-input";
import { showServerError } from "./server-errors";

const route = getRouteApi("/login");

export function LoginPage() {
  const { from } = route.useSearch();
  const { history } = useRouter();
  const queryClient = useQueryClient();
  const login = useMutation(signInMutation());
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { email: "", password: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (body) => {
    try {
      const { user } = await login.mutateAsync({ body });
      rememberUser(queryClient, user);
      history.replace(from ?? "/studio");
    } catch (error) {
      showServerError(error, ["email", "password"], setError);
    }
  });

  return (
    <AuthCard
      title="Welcome back"
      description="Sign in to your prompts."
      footer={
        <>
          No account yet?{" "}
          <Link to="/register" className="font-semibold text-accent underline underline-offset-4">
            Create your account
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={submit} className="space-y-4">
        {errors.root && <Alert>{errors.root.message}</Alert>}
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
              autoComplete="current-password"
              {...register("password", { required: "Password is required" })}
            />
          )}
        </Field>
        <div className="flex justify-end">
          <Link
            to="/forgot-password"
            className="text-sm font-semibold text-accent underline underline-offset-4"
          >
            Forgot password?
          </Link>
        </div>
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting} className="w-full">
          {isSubmitting ? "Signing in..." : "Sign In"}
        </Button>
      </form>
    </AuthCard>
  );
}
