import { Settings2 } from "lucide-react";
import { useState } from "react";
import type { GenerationOptions } from "@/api/generated/types.gen";
import { type AiConfig, type Complexity, type GenerationConfig, labelOf, type Provider, words } from "@/core";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Select } from "@/ui/select";
import { ResponsivePanel } from "./responsive-panel";

export interface Configuration {
  config: GenerationConfig;
  ai: AiConfig;
}

// A person asks for one of these; "custom" is what somebody wrote by hand.
const complexities = words.complexities.filter(({ value }) => value !== "custom");

const guidance: Record<string, string> = {
  simple: "1-3 components",
  medium: "3-5 components",
  complex: "5+ components",
};

interface ConfigurationControlProps {
  value: Configuration;
  onChange: (value: Configuration) => void;
  options: GenerationOptions | undefined;
  /** Providers that a key of one's own is active for. */
  ownKeys: ReadonlySet<Provider>;
  disabled: boolean;
}

/** The configuration control. What is chosen takes effect with Apply. */
export function ConfigurationControl(props: ConfigurationControlProps) {
  const { value, onChange, options, ownKeys, disabled } = props;
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
      title="Prompt Configuration"
      open={open}
      onOpenChange={change}
      onApply={() =>
        onChange({ ai: draft.ai, config: { ...draft.config, user_input: value.config.user_input } })
      }
      trigger={
        <IconButton
          label="Configure the prompt"
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
        <Choose
          label="Structure"
          className="col-span-2"
          options={words.structure_types}
          value={draft.config.structure_type}
          onChange={(structure_type) => config({ structure_type })}
        />
        <Choose
          label="Complexity"
          className="col-span-2"
          options={complexities.map(({ value, label }) => ({
            value,
            label: `${label} (${guidance[value] ?? ""})`,
          }))}
          value={draft.config.complexity}
          onChange={(complexity: Complexity) => config({ complexity })}
        />
        <Choose
          label="Category"
          options={words.prompt_categories}
          value={draft.config.category}
          onChange={(category) => config({ category })}
        />
        <Choose
          label="Type"
          options={words.prompt_kinds}
          value={draft.config.type}
          onChange={(type) => config({ type })}
        />
        <Choose
          label="Language"
          className="col-span-2"
          options={words.languages}
          value={draft.config.language}
          onChange={(language) => config({ language })}
        />
        <AiChoice
          ai={draft.ai}
          options={options}
          ownKeys={ownKeys}
          onChange={(ai) => setDraft((before) => ({ ...before, ai }))}
        />
      </div>
    </ResponsivePanel>
  );
}

interface AiChoiceProps {
  ai: AiConfig;
  options: GenerationOptions | undefined;
  ownKeys: ReadonlySet<Provider>;
  onChange: (ai: AiConfig) => void;
}

function AiChoice({ ai, options, ownKeys, onChange }: AiChoiceProps) {
  const providers = options?.providers ?? [];
  const chosen = providers.find(({ provider }) => provider === ai.provider);
  const isUsable = chosen?.is_configured || ownKeys.has(ai.provider);
  return (
    <>
      <Choose
        label="Provider"
        options={words.providers}
        value={ai.provider}
        onChange={(provider) => {
          const offer = providers.find((other) => other.provider === provider);
          onChange({ ...ai, provider, model: offer?.models[0] ?? ai.model });
        }}
      />
      <Choose
        label="Model"
        options={(chosen?.models ?? [ai.model]).map((model) => ({ value: model, label: model }))}
        value={ai.model}
        onChange={(model) => onChange({ ...ai, model })}
      />
      {chosen && !isUsable && (
        <p className="col-span-2 text-sm text-brass">
          {labelOf(words.providers, ai.provider)} is not set up on this server. You can use a key of your own:
          add it under Settings, General.
        </p>
      )}
    </>
  );
}

interface ChooseProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string;
}

function Choose<Value extends string>({ label, options, value, onChange, className }: ChooseProps<Value>) {
  return (
    <Field label={label} {...(className && { className })}>
      {(control) => (
        <Select
          {...control}
          options={options}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        />
      )}
    </Field>
  );
}
