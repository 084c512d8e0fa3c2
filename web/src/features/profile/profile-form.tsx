import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { isSessionEnded } from "@/api/client";
import { importModule } from "@/lib/dynamic-import";
import { useOpenForm } from "@/lib/open-forms";
import { useForm } from "@/lib/use-form";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { type Profile, useUpdateProfile } from "./queries";

const names = ["full_name", "handle", "bio", "website", "github_username", "twitter_username"] as const;

export function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  useOpenForm();
  const update = useUpdateProfile();
  const { errors, busy, submit } = useForm({
    fields: names,
    async check(body) {
      const { validateProfile } = await importModule(() => import("@/core"));
      return Object.fromEntries(
        validateProfile(body).map(({ field, message }) => [field ?? "form", message]),
      );
    },
    async send(body) {
      await update.mutateAsync({ body });
      onClose();
    },
  });
  const input = (name: (typeof names)[number]) => ({ name, defaultValue: profile[name] });
  return (
    <SectionCard title={t`Edit profile`} className="mt-6">
      <form noValidate onSubmit={submit} className="space-y-4">
        {isSessionEnded(update.error) && <SignedOutAlert />}
        {errors.form && !isSessionEnded(update.error) && <Alert>{errors.form}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t`Full name`} error={errors.full_name}>
            {(control) => <Input {...control} autoComplete="name" {...input("full_name")} />}
          </Field>
          <Field
            label={t`Handle`}
            hint={!errors.handle && t`Names your prompts: @handle/name. The old one leads to the new one.`}
            error={errors.handle}
          >
            {(control) => (
              <Input
                {...control}
                autoCapitalize="none"
                autoComplete="off"
                maxLength={40}
                {...input("handle")}
              />
            )}
          </Field>
          <Field label={t`Website`} error={errors.website}>
            {(control) => <Input {...control} type="url" placeholder="https://" {...input("website")} />}
          </Field>
          <Field label={t`GitHub username`} error={errors.github_username}>
            {(control) => <Input {...control} {...input("github_username")} />}
          </Field>
          <Field label={t`Twitter username`} error={errors.twitter_username}>
            {(control) => <Input {...control} {...input("twitter_username")} />}
          </Field>
        </div>
        <Field label={t`Bio`} error={errors.bio}>
          {(control) => <Textarea {...control} {...input("bio")} />}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={busy}>
            <Trans>Save</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </SectionCard>
  );
}
