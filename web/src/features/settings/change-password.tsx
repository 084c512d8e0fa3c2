import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { changePasswordMutation } from "@/api/generated/@tanstack/react-query.gen";
import { importModule } from "@/lib/dynamic-import";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";

const fields = ["current_password", "new_password", "confirm_password"] as const;

export function ChangePassword() {
  const change = useMutation(changePasswordMutation());
  // A new key remounts the form, which empties it.
  const [round, setRound] = useState(0);
  const { errors, busy, submit } = useForm({
    fields,
    async check({ current_password, new_password, confirm_password }) {
      const missing = {
        ...(!current_password && { current_password: t`Current password is required` }),
        ...(!new_password && { new_password: t`New password is required` }),
      };
      if (Object.keys(missing).length > 0) return missing;
      // If the rules fail to load, the form is sent: the server validates in any case.
      const rules = await importModule(() => import("@/core")).catch(() => null);
      const problems = rules?.validateNewPassword(new_password, confirm_password) ?? [];
      return Object.fromEntries(problems.map(({ field, message }) => [field ?? "form", message]));
    },
    async send(body) {
      await change.mutateAsync({ body });
      setRound(round + 1);
      toast.success(t`Password changed`, { description: t`Your other sessions were signed out.` });
    },
  });

  return (
    <SectionCard title={t`Change Password`} description={t`You'll be signed out on other devices.`}>
      <form key={round} noValidate onSubmit={submit} className="max-w-md space-y-4">
        {errors.form && <Alert>{errors.form}</Alert>}
        <Field label={t`Current password`} error={errors.current_password}>
          {(control) => (
            <Input {...control} type="password" autoComplete="current-password" name="current_password" />
          )}
        </Field>
        <Field
          label={t`New password`}
          hint={!errors.new_password && t`At least 6 characters`}
          error={errors.new_password}
        >
          {(control) => (
            <Input {...control} type="password" autoComplete="new-password" name="new_password" />
          )}
        </Field>
        <Field label={t`Confirm new password`} error={errors.confirm_password}>
          {(control) => (
            <Input {...control} type="password" autoComplete="new-password" name="confirm_password" />
          )}
        </Field>
        <Button type="submit" variant="primary" busy={busy}>
          <Trans>Change Password</Trans>
        </Button>
      </form>
    </SectionCard>
  );
}
