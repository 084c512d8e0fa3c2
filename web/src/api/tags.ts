// The tags of the user's own prompts and assets.
import { useQuery } from "@tanstack/react-query";
import { listTagsOptions } from "./generated/@tanstack/react-query.gen";
import type { TagCount } from "./generated/types.gen";

export type { TagCount };

const none: readonly TagCount[] = [];

/** The user's tags, most used first; none until they are loaded. */
export function useTags(kind?: "prompt" | "asset"): { tags: readonly TagCount[]; isPending: boolean } {
  const { data, isPending } = useQuery(listTagsOptions({ query: { kind } }));
  return { tags: data?.items ?? none, isPending };
}
