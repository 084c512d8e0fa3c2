import { t } from "@lingui/core/macro";
import { usePreferences } from "@/lib/preferences";
import { SectionCard } from "@/ui/card";
import { Switch } from "@/ui/switch";

export function PrivacyTab() {
  const [preferences, change] = usePreferences();
  return (
    <SectionCard title={t`Privacy`}>
      <Switch
        label={t`Make new prompts public`}
        hint={t`Off: new prompts are visible only to you.`}
        checked={preferences.default_prompt_privacy}
        onChange={(default_prompt_privacy) => change({ default_prompt_privacy })}
      />
    </SectionCard>
  );
}
