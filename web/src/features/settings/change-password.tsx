import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError, messageOf } from "@/api/client";
import { changePasswordMutation } from "@/api/generated/@tanstack/react-query.gen";
import { loadCode } from "@/api/load-code";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";

export function ChangePassword() {
  const change = useMutation(changePasswordMutation());
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { current_password: "", new_password: "", confirm: "" },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ confirm: _, ...body }) => {
    try {
      const { validatePassword } = await loadCode(() => import("@/core"));
      const problem = validatePassword(body.new_password);
      if (problem) return setError("new_password", { message: problem.message }, { shouldFocus: true });
      await change.mutateAsync({ body });
      reset();
      toast.success("Password changed", { description: "Your other sessions were signed out." });
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      const target = field === "current_password" || field === "new_password" ? field : "root";
      setError(target, { message: messageOf(error) });
    }
  });

  return (
    <SectionCard title="Change Password" description="Other sessions of yours end; this one stays.">
      <form noValidate onSubmit={submit} className="max-w-md space-y-4">
        {errors.root && <Alert>{errors.root.message}</Alert>}
        <Field label="Current password" error={errors.current_password?.message}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              {...register("current_password", { required: "Current password is required" })}
            />
          )}
        </Field>
        <Field
          label="New password"
          hint={!errors.new_password && "At least 6 characters"}
          error={errors.new_password?.message}
        >
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              {...register("new_password", { required: "New password is required" })}
            />
          )}
        </Field>
        <Field label="Confirm new password" error={errors.confirm?.message}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              {...register("confirm", {
                validate: (value, all) => value === all.new_password || "Passwords do not match",
              })}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Change Password
        </Button>
      </form>
    </SectionCard>
  );
}
