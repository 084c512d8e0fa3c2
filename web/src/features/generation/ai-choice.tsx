import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type AiConfig, labelOf, words } from "@/core/lists";
import { Choose } from "./choose";
import type { Providers } from "./providers";

interface AiChoiceProps {
  ai: AiConfig;
  providers: Providers;
  onChange: (ai: AiConfig) => void;
}

/** Chooses the provider and its model. */
export function AiChoice({ ai, providers, onChange }: AiChoiceProps) {
  const { offers } = providers;
  const chosen = offers.find(({ provider }) => provider === ai.provider);
  return (
    <>
      <Choose
        label={t`Provider`}
        options={words.providers.filter(({ value }) => offers.some(({ provider }) => provider === value))}
        value={ai.provider}
        onChange={(provider) => {
          const offer = offers.find((other) => other.provider === provider);
          onChange({ ...ai, provider, model: offer?.models[0] ?? ai.model });
        }}
      />
      <Choose
        label={t`Model`}
        options={(chosen?.models ?? [ai.model]).map((model) => ({ value: model, label: model }))}
        value={ai.model}
        onChange={(model) => onChange({ ...ai, model })}
      />
    </>
  );
}

/** Warns if the chosen provider is not available here. Placed where it is visible without scrolling. */
export function ProviderNotice({ ai, providers }: Pick<AiChoiceProps, "ai" | "providers">) {
  const chosen = providers.offers.find(({ provider }) => provider === ai.provider);
  if (!chosen || chosen.is_configured || providers.own.has(ai.provider)) return null;
  return (
    <p className="col-span-2 text-sm text-brass">
      <Trans>
        {labelOf(words.providers, ai.provider)} is not set up on this server. You can add your own key in
        Settings, General.
      </Trans>
    </p>
  );
}
