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
  /** When the server last failed to give a newer one, in milliseconds. */
  failedAt?: number;
}

export interface Cache {
  get(key: string): Promise<Copy | null>;
  set(key: string, copy: Copy): Promise<void>;
  delete(key: string): Promise<void>;
}

/** Copies of values of many requests must not fill the memory, and those of many prompts not the disk. */
const MOST = 1000;
const MOST_BYTES = 100_000_000;
/** How long a file that nobody reads is kept. */
const UNUSED_MS = 30 * 86_400_000;
/** Writes between looks for files to delete. */
const WRITES = 100;

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
    let writes = 0;
    await prune(fs, path, place);
    return {
      async get(key) {
        try {
          const file = fileOf(key);
          const { body, tag, at, maxAge } = JSON.parse(await fs.readFile(file, "utf8"));
          const read = checked(body);
          const now = new Date();
          await fs.utimes(file, now, now).catch(() => {});
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
          writes += 1;
          if (writes % WRITES === 0) await prune(fs, path, place);
        } catch {
          // A full or read-only disk costs a copy and nothing else.
        }
      },
      async delete(key) {
        await fs.rm(fileOf(key), { force: true }).catch(() => {});
      },
    };
  } catch {
    return null;
  }
}

/** Deletes copies that nobody read for long, and beyond the limits those that were read least recently. */
// biome-ignore lint/suspicious/noExplicitAny: Node's types are not there in browsers.
async function prune(fs: any, path: any, place: string): Promise<void> {
  try {
    const found: { file: string; usedAt: number; bytes: number }[] = [];
    for (const name of await fs.readdir(place)) {
      // Other files may be in a folder that was named by the application.
      if (!/^[0-9a-f]{64}\.json/.test(name)) continue;
      const file: string = path.join(place, name);
      const { mtimeMs, size } = await fs.stat(file);
      found.push({ file, usedAt: mtimeMs, bytes: size });
    }
    found.sort((one, other) => other.usedAt - one.usedAt);
    let bytes = 0;
    for (const [index, one] of found.entries()) {
      bytes += one.bytes;
      const isKept = index < MOST && bytes <= MOST_BYTES && Date.now() - one.usedAt < UNUSED_MS;
      if (!isKept) await fs.rm(one.file, { force: true });
    }
  } catch {
    // Another process deletes too, or there is no folder yet.
  }
}
