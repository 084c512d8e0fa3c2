import { t } from "@lingui/core/macro";
import { type Preferences, usePreferences } from "@/lib/preferences";
import { SectionCard } from "@/ui/card";
import { Switch } from "@/ui/switch";

type Choice = {
  [Key in keyof Preferences]: Preferences[Key] extends boolean ? Key : never;
}[keyof Preferences];

const choices: { key: Choice; label: string; hint: string }[] = [
  { key: "email_notifications", label: t`Email notifications`, hint: t`Turns all of these on or off.` },
  {
    key: "prompt_updates",
    label: t`Prompt updates`,
    hint: t`When a prompt you liked or cloned gets a new version.`,
  },
  {
    key: "collaboration_invites",
    label: t`Collaboration invites`,
    hint: t`When someone asks you to work on something.`,
  },
  {
    key: "weekly_digest",
    label: t`Weekly digest`,
    hint: t`A summary of your prompts' last seven days.`,
  },
  { key: "marketing_emails", label: t`Marketing emails`, hint: t`News about Promptcase.` },
];

export function NotificationsTab() {
  const [preferences, change] = usePreferences();
  return (
    <div className="space-y-6">
      <SectionCard title={t`Notifications`} description={t`Under the bell at the top of every page.`}>
        <Switch
          label={t`Likes, clones and ratings`}
          hint={t`When somebody likes or clones a prompt of yours, or rates a component.`}
          checked={preferences.app_notifications}
          onChange={(on) => change({ app_notifications: on })}
        />
      </SectionCard>
      <SectionCard
        title={t`Emails`}
        description={t`Emails about your account, such as a new password or API token, are always sent. This server sends no others yet.`}
      >
        <div className="divide-y">
          {choices.map(({ key, label, hint }) => (
            <Switch
              key={key}
              className="py-4 first:pt-0 last:pb-0"
              label={label}
              hint={hint}
              checked={false}
              disabled
              onChange={(on) => change({ [key]: on })}
            />
          ))}
        </div>
      </SectionCard>
    </div>
  );
}
