import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { ApiError, messageOf } from "@/api/client";
import { changePasswordMutation } from "@/api/generated/@tanstack/react-query.gen";
import { importModule } from "@/lib/dynamic-import";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";

const fields = ["current_password", "new_password", "confirm_password"] as const;

export function ChangePassword() {
  const change = useMutation(changePasswordMutation());
  const { register, handleSubmit, setError, reset, formState } = useForm({
    defaultValues: { current_password: "", new_password: "", confirm_password: "" },
  });
  const { errors, isSubmitting } = formState;
  const at = (field: string | null | undefined) => fields.find((name) => name === field) ?? "root";

  const submit = handleSubmit(async (body) => {
    try {
      // Rules that do not come keep nobody from a new password: the server judges in any case.
      const rules = await importModule(() => import("@/core")).catch(() => null);
      const problems = rules?.validateNewPassword(body.new_password, body.confirm_password) ?? [];
      problems.forEach(({ field, message }, index) => {
        setError(at(field), { message }, { shouldFocus: index === 0 });
      });
      if (problems.length > 0) return;
      await change.mutateAsync({ body });
      reset();
      toast.success("Password changed", { description: "Your other sessions were signed out." });
    } catch (error) {
      setError(at(error instanceof ApiError ? error.field : null), { message: messageOf(error) });
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
        <Field label="Confirm new password" error={errors.confirm_password?.message}>
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="new-password"
              {...register("confirm_password")}
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
