// The history of a prompt on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getVersionOptions, listVersionsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { createVersion, getPrompt, restoreVersion } from "@/api/generated/sdk.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { comparePrompts, comparePromptsForList, type Prompt } from "@/core";
import type { RecordHistory } from "./history";
import { numberOf } from "./numbers";

export const promptHistory: RecordHistory<StoredPrompt, Prompt> = {
  noun: "prompt",
  useVersions(id) {
    return useInfiniteQuery({
      ...listVersionsInfiniteOptions({ path: { id }, query: { limit: 50, named: true } }),
      initialPageParam: { path: { id } },
      getNextPageParam: (page) => page.next_cursor,
    });
  },
  useVersion(id, number) {
    const { data, error } = useQuery({
      ...getVersionOptions({ path: { id, version: number ?? "" } }),
      enabled: number !== null,
      // A snapshot is immutable.
      staleTime: Number.POSITIVE_INFINITY,
    });
    // A snapshot has all fields of a prompt, and more that the core ignores.
    return { data: data as Prompt | undefined, error };
  },
  async make(prompt, version_type, changelog) {
    const path = { id: prompt.id };
    const body = { version_type, changelog, base_version: numberOf(prompt) };
    await createVersion({ path, body, throwOnError: true });
    const { data } = await getPrompt({ path, throwOnError: true });
    return data;
  },
  async restore(prompt, version) {
    const { data } = await restoreVersion({
      path: { id: prompt.id, version: numberOf(version) },
      body: { base_version: numberOf(prompt) },
      throwOnError: true,
    });
    return data;
  },
  compare(before, after) {
    return {
      list: comparePromptsForList(before, after).changes,
      texts: comparePrompts(before, after).changes,
    };
  },
};
