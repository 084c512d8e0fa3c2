// The history of a prompt on the server.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getVersionOptions, listVersionsInfiniteOptions } from "@/api/generated/@tanstack/react-query.gen";
import { createVersion, getPrompt, restoreVersion } from "@/api/generated/sdk.gen";
import type { StoredPrompt, VersionType } from "@/api/generated/types.gen";
import { numberOf, type VersionLine } from "./numbers";

export type { StoredPrompt };

export function useVersions(promptId: string) {
  return useInfiniteQuery({
    ...listVersionsInfiniteOptions({ path: { id: promptId }, query: { limit: 50 } }),
    initialPageParam: { path: { id: promptId } },
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** A snapshot never changes, so it is read once; without an id nothing is read. */
export function useVersion(promptId: string, versionId: string | null) {
  return useQuery({
    ...getVersionOptions({ path: { id: promptId, version_id: versionId ?? "" } }),
    enabled: versionId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Makes a version of what the prompt says now; gives the prompt with its new number. */
export async function makeVersion(
  prompt: StoredPrompt,
  version_type: VersionType,
  changelog: string,
): Promise<StoredPrompt> {
  const path = { id: prompt.id };
  await createVersion({
    path,
    body: { version_type, changelog, base_version: numberOf(prompt) },
    throwOnError: true,
  });
  const { data } = await getPrompt({ path, throwOnError: true });
  return data;
}

/** Puts a snapshot back; gives the prompt as it is then. */
export async function restore(prompt: StoredPrompt, version: VersionLine): Promise<StoredPrompt> {
  const { data } = await restoreVersion({
    path: { id: prompt.id, version_id: version.id },
    body: { base_version: numberOf(prompt) },
    throwOnError: true,
  });
  return data;
}
