// Finds what is imported again: prompts of the user with the same title, and whether their text is the same.
import { getPrompt, listPrompts } from "@/api/generated/sdk.gen";
import type { PromptSummaryPage } from "@/api/generated/types.gen";
import { type Prompt, saysTheSame } from "@/core";

/** One of the user's prompts that an imported one repeats. */
export interface Known {
  id: string;
  prompt_type: string;
  /** Whether everything but visibility and tags is the same. */
  isSame: boolean;
}

const PAGE_SIZE = 100;

/** Compares prompts with those of the user. The titles are listed on the first call and then remembered. */
export class OwnPrompts {
  #titles: Promise<Map<string, string[]>> | null = null;

  async find(prompt: Prompt): Promise<Known | null> {
    this.#titles ??= titles();
    const ids = (await this.#titles).get(prompt.title.trim()) ?? [];
    let known: Known | null = null;
    for (const id of ids) {
      const { data } = await getPrompt({ path: { id } });
      if (!data) continue;
      // A stored prompt has all fields of a prompt, and more that the core ignores.
      const { is_public, tags } = prompt;
      const isSame = saysTheSame({ ...(data as Prompt), is_public, tags }, prompt);
      known = { id, prompt_type: data.prompt_type, isSame };
      if (isSame) break;
    }
    return known;
  }
}

async function titles(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  let cursor: string | null = null;
  do {
    const query = { owner: "me", kind: "all" as const, limit: PAGE_SIZE };
    const { data }: { data: PromptSummaryPage } = await listPrompts({
      query: cursor === null ? query : { ...query, cursor },
      throwOnError: true,
    });
    for (const { id, title } of data.items) found.set(title, [...(found.get(title) ?? []), id]);
    cursor = data.next_cursor;
  } while (cursor !== null);
  return found;
}
