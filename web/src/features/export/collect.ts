// The prompts of an export of many: chosen ones, a collection with all below it, or everything of the user.
import { listCollectionItems, listCollections, listPrompts } from "@/api/generated/sdk.gen";
import type { CollectionItemPage, CollectionPage, PromptSummaryPage } from "@/api/generated/types.gen";

/** A prompt and its folder in the archive, with slashes; empty at the top. */
export interface Placed {
  id: string;
  folder: string;
}

const PAGE_SIZE = 100;

/** All items of a list. */
async function all<Item>(
  signal: AbortSignal,
  load: (query: { cursor?: string; limit: number }) => Promise<{
    data: { items: Item[]; next_cursor: string | null };
  }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    signal.throwIfAborted();
    const page: { data: { items: Item[]; next_cursor: string | null } } = await load(
      cursor === null ? { limit: PAGE_SIZE } : { cursor, limit: PAGE_SIZE },
    );
    items.push(...page.data.items);
    cursor = page.data.next_cursor;
  } while (cursor !== null);
  return items;
}

/** The prompts of a collection, and those of the collections in it in folders of their names. */
export function promptsOfCollection(id: string, signal: AbortSignal): Promise<Placed[]> {
  return promptsBelow(id, "", [id], signal);
}

/** `path` are the collections that lead here: two may be items of each other. */
async function promptsBelow(
  id: string,
  folder: string,
  path: readonly string[],
  signal: AbortSignal,
): Promise<Placed[]> {
  const items = await all<CollectionItemPage["items"][number]>(signal, (query) =>
    listCollectionItems({ path: { id }, query, throwOnError: true }),
  );
  const inside = await all<CollectionPage["items"][number]>(signal, (query) =>
    listCollections({ query: { ...query, parent_id: id }, throwOnError: true }),
  );
  // A collection may be both nested in another and an item of it.
  const below = new Map(inside.map((one) => [one.id, one.title]));
  for (const { child_collection } of items)
    if (child_collection) below.set(child_collection.id, child_collection.title);
  const placed = items.flatMap(({ prompt_id }) => (prompt_id === null ? [] : [{ id: prompt_id, folder }]));
  const folders = uniqueNames();
  for (const [child, title] of below) {
    if (path.includes(child)) continue;
    const name = `${folder}${folders(folderName(title))}/`;
    placed.push(...(await promptsBelow(child, name, [...path, child], signal)));
  }
  return placed;
}

/** All prompts and assets of the user, in folders of the collections they are in. */
export async function ownPrompts(signal: AbortSignal): Promise<Placed[]> {
  const prompts = await all<PromptSummaryPage["items"][number]>(signal, (query) =>
    listPrompts({ query: { ...query, owner: "me", kind: "all" }, throwOnError: true }),
  );
  const collections = await all<CollectionPage["items"][number]>(signal, (query) =>
    listCollections({ query: { ...query, owner: "me", parent_id: "root" }, throwOnError: true }),
  );
  const folders = uniqueNames();
  const placed: Placed[] = [];
  for (const { id, title, is_smart } of collections) {
    if (is_smart) continue;
    placed.push(...(await promptsBelow(id, `${folders(folderName(title))}/`, [id], signal)));
  }
  const own = new Set(prompts.map(({ id }) => id));
  const isPlaced = new Set(placed.map(({ id }) => id));
  return [
    ...placed.filter(({ id }) => own.has(id)),
    ...prompts.filter(({ id }) => !isPlaced.has(id)).map(({ id }) => ({ id, folder: "" })),
  ];
}

/** A title as the name of a folder that every system accepts. */
function folderName(title: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no file name may have.
  const name = title.replace(/[\u0000-\u001f<>:"/\\|?*]/g, "-").replace(/[. ]+$/, "");
  return name === "" ? "collection" : name;
}

/** Numbers names that are the same to a file system: case and composed letters may not matter to it. */
export function uniqueNames(): (name: string) => string {
  const used = new Set<string>();
  const key = (name: string) => name.normalize("NFKC").toLowerCase();
  return (name) => {
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    let unique = name;
    for (let number = 2; used.has(key(unique)); number++) unique = `${stem}-${number}${ending}`;
    used.add(key(unique));
    return unique;
  };
}
