// The prompts that a prompt includes, with those that they include in turn.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { loadIncludes as loadIncludesOf } from "@/api/generated/sdk.gen";
import type { EditorDocument, Prompt } from "@/core";

export type Includes = Readonly<Record<string, Prompt>>;

const none: Includes = {};

/**
 * The prompts included by a document, by the references to them. One that does not exist or is not visible is left
 * out. References without a handle name prompts of the workspace of the saved prompt, else one's own.
 */
export function useIncludes(document: EditorDocument, promptId: string | null): Includes {
  const references = useSyncExternalStore(document.subscribeCounts, () => document.references().join("\n"));
  const { data } = useQuery({
    ...includesQuery(references === "" ? [] : references.split("\n"), promptId),
    placeholderData: (previous) => previous,
  });
  return (references !== "" && data) || none;
}

/** The prompts that references name, and what they include. */
export const includesQuery = (references: readonly string[], promptId: string | null) =>
  queryOptions({
    queryKey: ["includes", promptId, ...references],
    queryFn: () => loadIncludes(references, promptId),
    enabled: references.length > 0,
  });

/** The most references that are asked for: a stranger's prompt may name thousands. */
const REFERENCES = 100;

/** Loads the prompts that references name, and what they include, as the server finds them by their names. */
async function loadIncludes(references: readonly string[], promptId: string | null): Promise<Includes> {
  const body = { references: references.slice(0, REFERENCES), prompt_id: promptId ?? undefined };
  const { data } = await loadIncludesOf({ body, throwOnError: true });
  return data.prompts as unknown as Includes;
}
