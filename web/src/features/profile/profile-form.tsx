import { useForm } from "react-hook-form";
import { ApiError, isSessionEnded, messageOf } from "@/api/client";
import { importModule } from "@/lib/dynamic-import";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { type Profile, useUpdateProfile } from "./queries";

const names = ["full_name", "bio", "website", "github_username", "twitter_username"] as const;

export function ProfileForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  useOpenForm();
  const update = useUpdateProfile();
  const { full_name, bio, website, github_username, twitter_username } = profile;
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { full_name, bio, website, github_username, twitter_username },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    const show = (field: string | null | undefined, message: string, shouldFocus = true) =>
      setError(names.find((name) => name === field) ?? "root", { message }, { shouldFocus });
    try {
      const { validateProfile } = await importModule(() => import("@/core"));
      const problems = validateProfile(body);
      for (const [at, { field, message }] of problems.entries()) show(field, message, at === 0);
      if (problems.length > 0) return;
      await update.mutateAsync({ body });
      onClose();
    } catch (error) {
      show(error instanceof ApiError ? error.field : undefined, messageOf(error));
    }
  });
  return (
    <SectionCard title="Edit profile" className="mt-6">
      <form noValidate onSubmit={submit} className="space-y-4">
        {isSessionEnded(update.error) && <SignedOutAlert />}
        {errors.root && !isSessionEnded(update.error) && <Alert>{errors.root.message}</Alert>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Full name" error={errors.full_name?.message}>
            {(control) => <Input {...control} autoComplete="name" {...register("full_name")} />}
          </Field>
          <Field label="Website" error={errors.website?.message}>
            {(control) => <Input {...control} type="url" placeholder="https://" {...register("website")} />}
          </Field>
          <Field label="GitHub username" error={errors.github_username?.message}>
            {(control) => <Input {...control} {...register("github_username")} />}
          </Field>
          <Field label="Twitter username" error={errors.twitter_username?.message}>
            {(control) => <Input {...control} {...register("twitter_username")} />}
          </Field>
        </div>
        <Field label="Bio" error={errors.bio?.message}>
          {(control) => <Textarea {...control} {...register("bio")} />}
        </Field>
        <div className="flex gap-2">
          <Button type="submit" variant="primary" busy={isSubmitting}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </SectionCard>
  );
}
