// The available providers: those of the server, and those with an active key of the user's own.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getBillingOptions, getGenerationOptionsOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { ProviderOffer } from "@/api/generated/types.gen";
import type { AiConfig, Provider } from "@/core";
import { useOwnKeys } from "@/lib/own-keys";

export interface Providers {
  offers: readonly ProviderOffer[];
  /** Providers with an active key of the user's own. */
  own: ReadonlySet<Provider>;
}

export function useProviders(): Providers {
  const { data } = useQuery(getGenerationOptionsOptions());
  const keys = useOwnKeys();
  return useMemo(
    () => ({
      offers: data?.providers ?? [],
      own: new Set(keys.filter(({ is_active }) => is_active).map(({ provider }) => provider)),
    }),
    [data, keys],
  );
}

/** The providers that may generate and improve: on a plan without AI only those with a key of the user's own. */
export function useAiProviders(): Providers {
  const { data } = useQuery(getBillingOptions());
  const providers = useProviders();
  return useMemo(() => {
    if (!data || data.can_use_ai) return providers;
    return { ...providers, offers: providers.offers.filter(({ provider }) => providers.own.has(provider)) };
  }, [data, providers]);
}

/** Whether no provider is available: the server has none, and no own key is active. */
export const hasNoProvider = ({ offers, own }: Providers): boolean =>
  offers.length > 0 && own.size === 0 && !offers.some(({ is_configured }) => is_configured);

/**
 * An available model: the chosen one, or else the first of its provider, whose list the administrator sets, or of the
 * first provider.
 */
export function offered(ai: AiConfig, { offers }: Providers): AiConfig {
  const offer = offers.find(({ provider }) => provider === ai.provider) ?? offers[0];
  if (!offer || (offer.provider === ai.provider && offer.models.includes(ai.model))) return ai;
  return { ...ai, provider: offer.provider, model: offer.models[0] ?? ai.model };
}
