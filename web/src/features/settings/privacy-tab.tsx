import { usePreferences } from "@/lib/preferences";
import { SectionCard } from "@/ui/card";
import { Switch } from "@/ui/switch";

export function PrivacyTab() {
  const [preferences, change] = usePreferences();
  return (
    <SectionCard title="Privacy">
      <Switch
        label="Make new prompts public"
        hint="Off: new prompts are visible only to you."
        checked={preferences.default_prompt_privacy}
        onChange={(default_prompt_privacy) => change({ default_prompt_privacy })}
      />
    </SectionCard>
  );
}
