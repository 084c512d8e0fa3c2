// The available providers: those of the server, and those with an active key of the user's own.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getGenerationOptionsOptions } from "@/api/generated/@tanstack/react-query.gen";
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

/** Whether no provider is available: the server has none, and no own key is active. */
export const hasNoProvider = ({ offers, own }: Providers): boolean =>
  offers.length > 0 && own.size === 0 && !offers.some(({ is_configured }) => is_configured);

/** An available model: the chosen one, or else the first of its provider, whose list the administrator sets. */
export function offered(ai: AiConfig, { offers }: Providers): AiConfig {
  const models = offers.find(({ provider }) => provider === ai.provider)?.models ?? [];
  const [first] = models;
  return first === undefined || models.includes(ai.model) ? ai : { ...ai, model: first };
}
