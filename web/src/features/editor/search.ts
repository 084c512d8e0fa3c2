// The query of /editor: `prompt` opens a prompt (`version` an entry of its history), `new` starts one, `asset=true` opens the asset-type picker.

export interface EditorSearch {
  prompt?: string | undefined;
  /** The type of the new prompt or asset. */
  new?: string | undefined;
  /** The id of the new record's draft, so that the URL leads back to the text. */
  draft?: string | undefined;
  /** The library component that the new record starts with. */
  component?: string | undefined;
  /** The title and the text that the new prompt starts with. */
  title?: string | undefined;
  text?: string | undefined;
  asset?: true | undefined;
  /** The number of the version that is opened to read. */
  version?: string | undefined;
}

export function validateEditorSearch(search: Record<string, unknown>): EditorSearch {
  return {
    prompt: text(search.prompt),
    new: text(search.new),
    draft: text(search.draft),
    component: text(search.component),
    title: text(search.title),
    text: text(search.text),
    asset: search.asset === "true" || search.asset === true ? true : undefined,
    version: text(search.version),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value ? value : undefined;
}
