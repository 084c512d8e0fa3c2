// The history of a prompt on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getVersionOptions, listVersionsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { createVersion, getPrompt, nameVersion, restoreVersion } from "@/api/generated/sdk.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { pages } from "@/api/infinite";
import { comparePrompts, comparePromptsForList, type Prompt } from "@/core";
import type { RecordHistory } from "./history";
import { numberOf, type VersionLine } from "./numbers";

export const promptHistory: RecordHistory<StoredPrompt, Prompt> = {
  noun: "prompt",
  useVersions(id) {
    return useInfiniteQuery({
      ...listVersionsInfiniteOptions({ path: { id }, query: { limit: 50, named: true } }),
      ...pages,
      staleTime: 0,
    });
  },
  useSaves(id, under) {
    return useInfiniteQuery({
      ...listVersionsInfiniteOptions({ path: { id }, query: { limit: 50, under } }),
      ...pages,
      staleTime: 0,
    });
  },
  useVersion(id, number) {
    const { data, error } = useQuery({
      ...getVersionOptions({ path: { id, version: number ?? "" } }),
      enabled: number !== null,
    });
    // An entry has all fields of a prompt, and more that the core ignores.
    return { data: data as unknown as (VersionLine & Prompt) | undefined, error };
  },
  async make(prompt, version_type, changelog) {
    const path = { id: prompt.id };
    const body = { version_type, changelog, base_version: numberOf(prompt) };
    await createVersion({ path, body, throwOnError: true });
    const { data } = await getPrompt({ path, throwOnError: true });
    return data;
  },
  name: (id, version, changelog) =>
    nameVersion({ path: { id, version }, body: { changelog }, throwOnError: true }),
  async restore(prompt, version) {
    const { data } = await restoreVersion({
      path: { id: prompt.id, version },
      body: { base_version: numberOf(prompt) },
      throwOnError: true,
    });
    return data;
  },
  compare(before, after) {
    const { changes, suggestion } = comparePrompts(before, after);
    return { list: comparePromptsForList(before, after).changes, texts: changes, suggestion };
  },
};
