// The collections that imported prompts go to: one for each folder, below the target.
import { addCollectionItems, createCollection, listCollections } from "@/api/generated/sdk.gen";
import type { CollectionPage } from "@/api/generated/types.gen";

/** The maximum number of items in one request of the API. */
const ITEMS_PER_REQUEST = 500;
/** The maximum length of a title. */
const TITLE_CHARS = 200;

/** The folder of a file, with slashes; empty at the top. */
export function folderOf(name: string): string {
  return name.split("/").slice(0, -1).join("/");
}

/** Finds or creates the collections of folders. */
export class Folders {
  /** The ids of the collections that were created, the outermost first. */
  readonly created: string[] = [];
  readonly #ids = new Map<string, string | null>();

  /** The folders are created in `target`, or at the top level without one. */
  constructor(target: string | null) {
    this.#ids.set("", target);
  }

  /** The id of a folder's collection; null for the top level. */
  async collectionOf(folder: string): Promise<string | null> {
    const known = this.#ids.get(folder);
    if (known !== undefined) return known;
    const parent = await this.collectionOf(folderOf(folder));
    const title = folder.slice(folder.lastIndexOf("/") + 1).slice(0, TITLE_CHARS);
    const id = (await existing(parent, title)) ?? (await this.#create(parent, title));
    this.#ids.set(folder, id);
    return id;
  }

  async #create(parent: string | null, title: string): Promise<string> {
    const { data } = await createCollection({ body: { title, parent_id: parent }, throwOnError: true });
    this.created.push(data.id);
    return data.id;
  }
}

/** The user's collection with this title on a level, so that a second import fills it instead of a twin. */
async function existing(parent: string | null, title: string): Promise<string | undefined> {
  let cursor: string | null = null;
  do {
    const query = { parent_id: parent ?? "root", owner: "me", limit: 100 };
    const { data }: { data: CollectionPage } = await listCollections({
      query: cursor === null ? query : { ...query, cursor },
      throwOnError: true,
    });
    const found = data.items.find((item) => item.title === title && !item.is_smart);
    if (found) return found.id;
    cursor = data.next_cursor;
  } while (cursor !== null);
  return undefined;
}

export async function addToCollection(id: string, prompts: readonly string[]): Promise<void> {
  for (let from = 0; from < prompts.length; from += ITEMS_PER_REQUEST) {
    const prompt_ids = prompts.slice(from, from + ITEMS_PER_REQUEST);
    await addCollectionItems({ path: { id }, body: { prompt_ids }, throwOnError: true });
  }
}
