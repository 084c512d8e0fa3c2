// What /editor's query may say: `prompt` opens a prompt, `asset=true` opens the asset-type picker.

export interface EditorSearch {
  prompt?: string | undefined;
  asset?: true | undefined;
}

export function validateEditorSearch(search: Record<string, unknown>): EditorSearch {
  const { prompt } = search;
  return {
    prompt: typeof prompt === "string" && prompt ? prompt : undefined,
    asset: search.asset === "true" || search.asset === true ? true : undefined,
  };
}
