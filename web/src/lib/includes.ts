// The prompts that a prompt includes.
import { loadIncludes as loadIncludesOf } from "@/api/generated/sdk.gen";

/** The most references that are asked for: a stranger's prompt may name thousands. */
const REFERENCES = 100;

/**
 * Loads the prompts that references name, and what they include, as the server finds them by their names. References
 * without a handle name prompts of the workspace of the saved prompt, else one's own.
 */
export async function loadIncludes(references: readonly string[], promptId: string | null) {
  const body = { references: references.slice(0, REFERENCES), prompt_id: promptId ?? undefined };
  const { data } = await loadIncludesOf({ body, throwOnError: true });
  return data.prompts;
}
