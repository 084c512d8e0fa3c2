// The prompts that a prompt includes, with those that they include in turn.
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { getPrompt } from "@/api/generated/sdk.gen";
import { EditorDocument, type Prompt } from "@/core";

export type Includes = Readonly<Record<string, Prompt>>;

const none: Includes = {};

/** The prompts included by a document, by the references to them. One that cannot be loaded is left out. */
export function useIncludes(document: EditorDocument): Includes {
  const references = useSyncExternalStore(document.subscribeCounts, () => document.references().join("\n"));
  const { data } = useQuery({
    queryKey: ["includes", references],
    queryFn: () => loadIncludes(references.split("\n")),
    enabled: references !== "",
    placeholderData: (previous) => previous,
  });
  return (references !== "" && data) || none;
}

/** Loads the prompts that references name, and what they include. */
export async function loadIncludes(references: readonly string[]): Promise<Includes> {
  const loaded: Record<string, Prompt> = {};
  let wanted = [...new Set(references)];
  while (wanted.length > 0) {
    const found = await Promise.all(wanted.map(load));
    for (const [index, prompt] of found.entries()) {
      const reference = wanted[index];
      if (prompt && reference) loaded[reference] = prompt;
    }
    const next = found.flatMap((prompt) => (prompt ? referencesOf(prompt) : []));
    const known = new Set([...wanted, ...Object.keys(loaded)]);
    wanted = [...new Set(next)].filter((reference) => !known.has(reference));
  }
  return loaded;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

async function load(reference: string): Promise<Prompt | null> {
  if (!uuid.test(reference)) return null;
  const { data } = await getPrompt({ path: { id: reference }, throwOnError: false });
  return (data as unknown as Prompt | undefined) ?? null;
}

function referencesOf(prompt: Prompt): string[] {
  const document = EditorDocument.open(prompt);
  const references = document.references();
  document.close();
  return references;
}
