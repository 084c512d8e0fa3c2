// The prompts that a prompt includes, with those that they include in turn.
import { useQuery } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { isStatus } from "@/api/client";
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

/** The deepest level of includes that is rendered. */
const LEVELS = 8;
/** The most prompts loaded for one: a stranger's prompt may name thousands. */
const PROMPTS = 100;

/** Loads the prompts that references name, and what they include. */
async function loadIncludes(references: readonly string[]): Promise<Includes> {
  const loaded: Record<string, Prompt> = {};
  const asked = new Set<string>();
  let wanted = references;
  for (let level = 0; level < LEVELS && wanted.length > 0; level += 1) {
    const now = [...new Set(wanted)]
      .filter((reference) => !asked.has(reference))
      .slice(0, PROMPTS - asked.size);
    for (const reference of now) asked.add(reference);
    const found = await Promise.all(now.map(load));
    wanted = [];
    for (const [index, prompt] of found.entries()) {
      const reference = now[index];
      if (!prompt || !reference) continue;
      loaded[reference] = prompt;
      wanted = [...wanted, ...referencesOf(prompt)];
    }
  }
  return loaded;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A prompt; null for one that does not exist or is not visible. Any other failure is tried again. */
async function load(reference: string): Promise<Prompt | null> {
  if (!uuid.test(reference)) return null;
  try {
    const { data } = await getPrompt({ path: { id: reference }, throwOnError: true });
    return data as unknown as Prompt;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

function referencesOf(prompt: Prompt): string[] {
  const document = EditorDocument.open(prompt);
  const references = document.references();
  document.close();
  return references;
}
