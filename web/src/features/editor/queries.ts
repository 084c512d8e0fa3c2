// The requests of the prompt editor, and their results in the query cache.
import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import { expectedUserHeader } from "@/api/expected-user";
import { getPromptOptions, getPromptQueryKey } from "@/api/generated/@tanstack/react-query.gen";
import { createPrompt, getPrompt, savePrompt } from "@/api/generated/sdk.gen";
import type { PromptSave, StoredPrompt } from "@/api/generated/types.gen";
import { EditorDocument, type Prompt, saysTheSame, validatePrompt } from "@/core";
import { classifyFailure } from "./state/attempt";
import { findNewDrafts } from "./state/drafts";
import type { EditorSession } from "./state/editor-session";
import { configText } from "./state/invalid-json-drafts";
import type { RecordStore } from "./state/record-store";
import { versionOf } from "./state/remote";
import { saveFailure } from "./state/save-failure";

export const promptQuery = (id: string) => getPromptOptions({ path: { id } });

/** Whether whoever has its secret link can read a private prompt. The cache knows: making a link changes no version. */
export function useHasLink(id: string | null): boolean {
  const { data } = useQuery({
    ...promptQuery(id ?? ""),
    enabled: false,
    select: (prompt) => prompt.has_link,
  });
  return data === true;
}

export const newDraftsKey = ["new-drafts"];

/**
 * This user's drafts of prompts that were never saved. They are in the browser, but cached and refetched like a
 * query.
 */
export const newDraftsQuery = (userId: string) =>
  queryOptions({
    queryKey: [...newDraftsKey, userId],
    queryFn: () => findNewDrafts(userId),
    // Another tab may have left a draft or taken one over; a browser without a database has none.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Caches a prompt from the server for all its queries, and invalidates the lists. */
export function rememberPrompt(queryClient: QueryClient, remote: StoredPrompt): void {
  queryClient.setQueryData(getPromptQueryKey({ path: { id: remote.id } }), remote);
  void queryClient.invalidateQueries({
    predicate: ({ queryKey }) => {
      const id = (queryKey[0] as { _id?: string } | undefined)?._id;
      return id === "listPrompts" || id === "listVersions";
    },
  });
}

export type PromptSession = EditorSession<Prompt, StoredPrompt, EditorDocument>;

/** The store of prompts, for an editor of this user. */
export const promptStore = (userId: string): RecordStore<Prompt, StoredPrompt, EditorDocument> => ({
  kind: "prompt",
  noun: "prompt",
  offersNewDrafts: true,
  open: (prompt, isSaved) => (isSaved ? EditorDocument.open(prompt) : EditorDocument.create(prompt)),
  recordOf: toPrompt,
  validate: (prompt) => validatePrompt(prompt)[0],
  hasSameText: (one, other) => saysTheSame({ ...one, is_public: other.is_public }, other),
  configText: (document, id) => {
    const module = document.item(id, "module");
    return module && configText(module.config);
  },
  failureOf: (error, document) => saveFailure(error, document.details().prompt_type !== "prompt"),
  async create(prompt, idempotencyKey) {
    const headers = { ...expectedUserHeader(userId), "Idempotency-Key": idempotencyKey };
    const { data } = await createPrompt({ body: prompt, headers, throwOnError: true });
    return data;
  },
  async save(known, { is_public, ...prompt }, setsVisibility) {
    // A field left out of a save stays as stored. The core omits the empty fields of an asset.
    const body: PromptSave = {
      asset_fields: {},
      asset_metadata: {},
      ...prompt,
      ...(setsVisibility && { is_public }),
      base_version: versionOf(known),
    };
    const headers = expectedUserHeader(userId);
    const { data } = await savePrompt({ path: { id: known.id }, body, headers, throwOnError: true });
    return data;
  },
  async read(id) {
    const { data } = await getPrompt({ path: { id }, throwOnError: true });
    return data;
  },
  classify: classifyFailure,
});

/** The prompt for the core, which ignores the fields that only the server has. */
export function toPrompt(remote: StoredPrompt): Prompt {
  return remote as unknown as Prompt;
}
