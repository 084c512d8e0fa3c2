// Who can be asked here: what the server offers, and which keys of one's own are active.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { getGenerationOptionsOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { ProviderOffer } from "@/api/generated/types.gen";
import type { AiConfig, Provider } from "@/core";
import { useOwnKeys } from "@/lib/own-keys";

export interface Providers {
  offers: readonly ProviderOffer[];
  /** Providers that a key of one's own is active for. */
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

/** Whether nobody can answer: the server has no provider, and no key of one's own is active. */
export const hasNoProvider = ({ offers, own }: Providers): boolean =>
  offers.length > 0 && own.size === 0 && !offers.some(({ is_configured }) => is_configured);

/** A model that is on offer: the chosen one, or else the first of its provider, whose list is the administrator's. */
export function offered(ai: AiConfig, { offers }: Providers): AiConfig {
  const models = offers.find(({ provider }) => provider === ai.provider)?.models ?? [];
  const [first] = models;
  return first === undefined || models.includes(ai.model) ? ai : { ...ai, model: first };
}
