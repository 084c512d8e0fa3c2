import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { words } from "@/core/lists";
import { chooseLanguage, languages } from "@/i18n";
import { usePreferences } from "@/lib/preferences";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { commandKey } from "@/ui/kbd";
import { Segmented } from "@/ui/segmented";
import { Select } from "@/ui/select";
import { Switch } from "@/ui/switch";
import { autosaveOptions, timezoneOptions } from "./options";

export function GeneralTab() {
  const [preferences, change] = usePreferences();
  return (
    <div className="space-y-6">
      <SectionCard title={t`Appearance`} description={t`Preferences are stored in this browser.`}>
        <div className="space-y-1.5">
          <p className="text-sm font-semibold">
            <Trans>Theme</Trans>
          </p>
          <Segmented
            label={t`Theme`}
            value={preferences.theme}
            onChange={(theme) => change({ theme })}
            options={[
              { value: "light", label: t`Light` },
              { value: "dark", label: t`Dark` },
              { value: "system", label: t`System` },
            ]}
          />
        </div>
      </SectionCard>
      <SectionCard title={t`Language and region`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t`Language`}
            hint={t`For the interface with its dates and numbers, and for new prompts and generations.`}
          >
            {(control) => (
              <Select
                {...control}
                options={languages}
                value={preferences.language}
                onChange={(event) => {
                  change({ language: event.target.value });
                  chooseLanguage(event.target.value);
                }}
              />
            )}
          </Field>
          <Field label={t`Timezone`}>
            {(control) => (
              <Select
                {...control}
                options={timezoneOptions(preferences.timezone)}
                value={preferences.timezone}
                onChange={(event) => change({ timezone: event.target.value })}
              />
            )}
          </Field>
        </div>
      </SectionCard>
      <SectionCard title={t`New prompts`}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t`Default structure`}>
            {(control) => (
              <Select
                {...control}
                options={words.structure_types}
                value={preferences.default_structure_type}
                onChange={(event) => change({ default_structure_type: event.target.value })}
              />
            )}
          </Field>
          <Field label={t`Default complexity`}>
            {(control) => (
              <Select
                {...control}
                options={words.complexities}
                value={preferences.default_complexity}
                onChange={(event) => change({ default_complexity: event.target.value })}
              />
            )}
          </Field>
          <Field
            label={t`Autosave`}
            hint={t`Saves automatically after you stop typing. New prompts must be saved once by hand.`}
          >
            {(control) => (
              <Select
                {...control}
                options={autosaveOptions}
                value={String(preferences.auto_save_interval)}
                onChange={(event) => change({ auto_save_interval: Number(event.target.value) })}
              />
            )}
          </Field>
        </div>
      </SectionCard>
      <SectionCard title={t`Help and keyboard`}>
        <Switch
          className="mb-4 border-b pb-4"
          label={t`Single-key shortcuts`}
          hint={t`Shortcuts without ${commandKey}, such as ? for the list of all shortcuts.`}
          checked={preferences.single_key_shortcuts}
          onChange={(single_key_shortcuts) => change({ single_key_shortcuts })}
        />
        <Switch
          label={t`Show onboarding`}
          hint={t`Show the introduction until you complete it.`}
          checked={preferences.show_onboarding}
          onChange={(show_onboarding) => change({ show_onboarding })}
        />
      </SectionCard>
    </div>
  );
}
