import { words } from "@/core/lists";
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
      <SectionCard title="Appearance" description="Preferences are stored in this browser.">
        <div className="space-y-1.5">
          <p className="text-sm font-semibold">Theme</p>
          <Segmented
            label="Theme"
            value={preferences.theme}
            onChange={(theme) => change({ theme })}
            options={[
              { value: "light", label: "Light" },
              { value: "dark", label: "Dark" },
              { value: "system", label: "System" },
            ]}
          />
        </div>
      </SectionCard>
      <SectionCard title="Language and region">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Language" hint="For new prompts and generations, and for dates and numbers.">
            {(control) => (
              <Select
                {...control}
                options={words.languages}
                value={preferences.language}
                onChange={(event) => change({ language: event.target.value })}
              />
            )}
          </Field>
          <Field label="Timezone">
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
      <SectionCard title="New prompts">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Default structure">
            {(control) => (
              <Select
                {...control}
                options={words.structure_types}
                value={preferences.default_structure_type}
                onChange={(event) => change({ default_structure_type: event.target.value })}
              />
            )}
          </Field>
          <Field label="Default complexity">
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
            label="Autosave"
            hint="Saves automatically after you stop typing. New prompts must be saved once by hand."
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
      <SectionCard title="Help and keyboard">
        <Switch
          className="mb-4 border-b pb-4"
          label="Single-key shortcuts"
          hint={`Shortcuts without ${commandKey}, such as ? for the list of all shortcuts.`}
          checked={preferences.single_key_shortcuts}
          onChange={(single_key_shortcuts) => change({ single_key_shortcuts })}
        />
        <Switch
          label="Show onboarding"
          hint="Show the introduction until you complete it."
          checked={preferences.show_onboarding}
          onChange={(show_onboarding) => change({ show_onboarding })}
        />
      </SectionCard>
    </div>
  );
}
