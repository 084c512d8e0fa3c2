import { t } from "@lingui/core/macro";
import { Settings2 } from "lucide-react";
import { useState } from "react";
import { type AiConfig, type Complexity, type GenerationConfig, words } from "@/core/lists";
import { IconButton } from "@/ui/icon-button";
import { AiChoice, ProviderNotice } from "./ai-choice";
import { Choose } from "./choose";
import type { Providers } from "./providers";
import { ResponsivePanel } from "./responsive-panel";

export interface Configuration {
  config: GenerationConfig;
  ai: AiConfig;
}

// A user can request one of these; "custom" marks a prompt written by hand.
const complexities = words.complexities.filter(({ value }) => value !== "custom");

const guidance: Record<string, string> = {
  simple: "1-3 components",
  medium: "3-5 components",
  complex: "5+ components",
};

interface ConfigurationControlProps {
  value: Configuration;
  onChange: (value: Configuration) => void;
  providers: Providers;
  disabled: boolean;
}

/** The configuration control. Choices take effect with Apply. */
export function ConfigurationControl(props: ConfigurationControlProps) {
  const { value, onChange, providers, disabled } = props;
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(value);
  const change = (next: boolean) => {
    if (next) setDraft(value);
    setOpen(next);
  };
  const config = (part: Partial<GenerationConfig>) =>
    setDraft((before) => ({ ...before, config: { ...before.config, ...part } }));
  return (
    <ResponsivePanel
      title={t`Prompt Configuration`}
      open={open}
      onOpenChange={change}
      onApply={() =>
        onChange({ ai: draft.ai, config: { ...draft.config, user_input: value.config.user_input } })
      }
      trigger={
        <IconButton
          label={t`Configure the prompt`}
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => change(!open)}
        >
          <Settings2 aria-hidden="true" />
        </IconButton>
      }
    >
      <div className="grid grid-cols-2 gap-3">
        <ProviderNotice ai={draft.ai} providers={providers} />
        <Choose
          label={t`Structure`}
          className="col-span-2"
          options={words.structure_types}
          value={draft.config.structure_type}
          onChange={(structure_type) => config({ structure_type })}
        />
        <Choose
          label={t`Complexity`}
          className="col-span-2"
          options={complexities.map(({ value, label }) => ({
            value,
            label: `${label} (${guidance[value] ?? ""})`,
          }))}
          value={draft.config.complexity}
          onChange={(complexity: Complexity) => config({ complexity })}
        />
        <Choose
          label={t`Category`}
          options={words.prompt_categories}
          value={draft.config.category}
          onChange={(category) => config({ category })}
        />
        <Choose
          label={t`Type`}
          options={words.prompt_kinds}
          value={draft.config.type}
          onChange={(type) => config({ type })}
        />
        <Choose
          label={t`Language`}
          className="col-span-2"
          options={words.languages}
          value={draft.config.language}
          onChange={(language) => config({ language })}
        />
        <AiChoice
          ai={draft.ai}
          providers={providers}
          onChange={(ai) => setDraft((before) => ({ ...before, ai }))}
        />
      </div>
    </ResponsivePanel>
  );
}
