import type { FetchedPieces } from "./api.js";
import { checked } from "./fill.js";

/** A text as the server gave it. */
export interface Copy {
  body: FetchedPieces;
  tag: string | null;
  /** When the server gave it, in milliseconds. */
  at: number;
  /** How long it may be used without asking again, in milliseconds. */
  maxAge: number;
}

export interface Cache {
  get(key: string): Promise<Copy | null>;
  set(key: string, copy: Copy): Promise<void>;
}

/** Copies of values of many requests must not fill the memory. */
const MOST = 1000;

export class MemoryCache {
  readonly #copies = new Map<string, Copy>();

  get(key: string): Copy | null {
    return this.#copies.get(key) ?? null;
  }

  set(key: string, copy: Copy): void {
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    const [oldest] = this.#copies.keys();
    if (this.#copies.size > MOST && oldest !== undefined) this.#copies.delete(oldest);
  }
}

/** A folder of copies, readable by its owner; null where there is no file system. */
export async function openDiskCache(folder: string | null | undefined): Promise<Cache | null> {
  const node = globalThis as { process?: { versions?: { node?: string }; env: Record<string, string | undefined> } };
  if (folder === null || !node.process?.versions?.node) return null;
  try {
    // Named at run time, so that bundlers for browsers leave them alone.
    const load = (name: string) => import(/* @vite-ignore */ `node:${name}`);
    const [fs, path, os, crypto] = await Promise.all(["fs/promises", "path", "os", "crypto"].map(load));
    const home = node.process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
    const place: string = folder ?? path.join(home, "promptcase", "client");
    const fileOf = (key: string) => path.join(place, `${crypto.createHash("sha256").update(key).digest("hex")}.json`);
    return {
      async get(key) {
        try {
          const { body, tag, at, maxAge } = JSON.parse(await fs.readFile(fileOf(key), "utf8"));
          const read = checked(body);
          return read && { body: read, tag: typeof tag === "string" ? tag : null, at: Number(at), maxAge: Number(maxAge) };
        } catch {
          return null;
        }
      },
      async set(key, copy) {
        try {
          await fs.mkdir(place, { recursive: true, mode: 0o700 });
          const part = `${fileOf(key)}.${crypto.randomUUID()}`;
          await fs.writeFile(part, JSON.stringify(copy), { mode: 0o600 });
          await fs.rename(part, fileOf(key));
        } catch {
          // A full or read-only disk costs a copy and nothing else.
        }
      },
    };
  } catch {
    return null;
  }
}
