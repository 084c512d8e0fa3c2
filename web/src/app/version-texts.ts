// The texts of old versions of a prompt, to quote what they cost and to ask for their values.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { getVersionOptions } from "@/api/generated/@tanstack/react-query.gen";
import { EditorDocument, type Prompt, type VariableUse } from "@/core";
import { type Includes, includesQuery } from "@/features/fill/includes";
import type { VersionText } from "@/features/runs/use-runs";

const none: Includes = {};
const noPrompts: readonly (Prompt | null)[] = [];
const noIncludes: readonly Includes[] = [];

/** The texts of the versions that are loaded, with the prompts that they include, by version number. */
export function useVersionTexts(
  promptId: string | null,
  columns: readonly { version: string | null }[],
): ReadonlyMap<string, VersionText> {
  const queryClient = useQueryClient();
  const named = columns.flatMap(({ version }) => version ?? []);
  const wanted = promptId === null ? [] : [...new Set(named)].sort();
  // A number names one text for ever. One that cannot be read is left out.
  const { data: prompts = noPrompts } = useQuery({
    queryKey: ["version-texts", promptId, ...wanted],
    queryFn: () =>
      Promise.all(
        wanted.map((version) => {
          const query = getVersionOptions({ path: { id: promptId ?? "", version } });
          return queryClient
            .fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY })
            .then((text) => text as unknown as Prompt)
            .catch(() => null);
        }),
      ),
    enabled: wanted.length > 0,
  });
  const documents = useDocuments(prompts);
  const references = documents.map((document) => document?.references() ?? []);
  const { data: includes = noIncludes } = useQuery({
    queryKey: ["version-includes", promptId, ...references],
    queryFn: () =>
      Promise.all(
        references.map((list) =>
          list.length > 0 ? queryClient.fetchQuery(includesQuery(list, promptId)).catch(() => none) : none,
        ),
      ),
    enabled: references.some((list) => list.length > 0),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names stand for the list.
  return useMemo(() => {
    const texts = wanted.map((version, at) => {
      const document = documents[at];
      return document ? ([[version, { document, includes: includes[at] ?? none }]] as const) : [];
    });
    return new Map(texts.flat());
  }, [wanted.join(), documents, includes]);
}

/** The prompts as documents, which are closed when others take their place. */
function useDocuments(prompts: readonly (Prompt | null)[]): readonly (EditorDocument | null)[] {
  const [documents, setDocuments] = useState<readonly (EditorDocument | null)[]>([]);
  useEffect(() => {
    const opened = prompts.map((prompt) => (prompt ? EditorDocument.open(prompt) : null));
    setDocuments(opened);
    return () => {
      setDocuments([]);
      for (const document of opened) document?.close();
    };
  }, [prompts]);
  return documents;
}

/** The variables of old texts that the current one does not have. */
export function useVersionVariables(
  texts: ReadonlyMap<string, VersionText>,
  current: readonly VariableUse[],
): readonly VariableUse[] {
  return useMemo(() => {
    const known = new Set(current.map(({ name }) => name));
    const others: VariableUse[] = [];
    for (const { document, includes } of texts.values()) {
      for (const variable of document.variables(includes)) {
        if (known.has(variable.name) || variable.places.length === 0) continue;
        known.add(variable.name);
        others.push(variable);
      }
    }
    return others;
  }, [texts, current]);
}
