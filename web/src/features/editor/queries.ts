// What the editor asks of the server, and what the rest of the page learns from it.
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, isStatus } from "@/api/client";
import { expectedUserHeader } from "@/api/expected-user";
import { getPromptOptions, getPromptQueryKey } from "@/api/generated/@tanstack/react-query.gen";
import { createPrompt, getPrompt, savePrompt } from "@/api/generated/sdk.gen";
import type { PromptSave } from "@/api/generated/types.gen";
import { findNewDrafts } from "./state/drafts";
import type { PromptStore } from "./state/editor-session";
import { type Remote, versionOf } from "./state/remote";

export const promptQuery = (id: string) => getPromptOptions({ path: { id } });

export const newDraftsKey = ["new-drafts"];

/** What this user wrote in this browser and never saved. No fact of the server's, but read and read again in the same way. */
export const newDraftsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...newDraftsKey, userId],
    queryFn: () => findNewDrafts(userId),
    // Another tab may have left one, or taken one over; a browser without a database has none to offer.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Puts a prompt that came from the server where every reader of it finds it; lists are read again when they are shown. */
export function rememberPrompt(queryClient: QueryClient, remote: Remote): void {
  queryClient.setQueryData(getPromptQueryKey({ path: { id: remote.id } }), remote);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const id = (queryKey[0] as { _id?: string } | undefined)?._id;
      return id === "listPrompts" || id === "listVersions";
    },
  });
}

/** Statuses that pass by themselves: the same save is worth another try. */
const passing = new Set([0, 429, 502, 503, 504]);

/** The prompts on the server, for an editor in which this user writes. */
export const promptStore = (userId: string): PromptStore => ({
  async create(prompt, idempotencyKey) {
    const headers = { ...expectedUserHeader(userId), "Idempotency-Key": idempotencyKey };
    const { data } = await createPrompt({ body: prompt, headers, throwOnError: true });
    return data;
  },
  async save(known, { is_public, ...prompt }, { setsVisibility, keepsReplaced }) {
    // What is left out of a save stays as it is stored. The core leaves the empty fields of an asset out.
    const body: PromptSave = {
      asset_fields: {},
      asset_metadata: {},
      ...prompt,
      ...(setsVisibility && { is_public }),
      base_version: versionOf(known),
      keep_replaced: keepsReplaced,
    };
    const headers = expectedUserHeader(userId);
    const { data } = await savePrompt({ path: { id: known.id }, body, headers, throwOnError: true });
    return data;
  },
  async read(id) {
    const { data } = await getPrompt({ path: { id }, throwOnError: true });
    return data;
  },
  classify(error) {
    if (isStatus(error, 409) && error.current && "structure_type" in error.current) {
      return { kind: "conflict", theirs: error.current };
    }
    if (error instanceof ApiError && passing.has(error.status)) return { kind: "offline" };
    return { kind: "refused", error: error instanceof Error ? error : new Error(String(error)) };
  },
});
