// The prompts that a prompt includes, with those that they include in turn.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import type { EditorDocument, Prompt } from "@/core";
import { loadIncludes } from "@/lib/includes";

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
    queryFn: async () => (await loadIncludes(references, promptId)) as unknown as Includes,
    enabled: references.length > 0,
  });
