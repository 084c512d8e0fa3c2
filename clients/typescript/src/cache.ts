import type { FetchedPieces } from "./api.js";
import { checked } from "./check.js";
import type { Wanted } from "./names.js";

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
  get(key: string, wanted: Wanted): Promise<Copy | null>;
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

/** Values by keys; the one that was not used for longest goes when there are too many. */
export class Recent<Value> {
  readonly #held = new Map<string, Value>();

  get(key: string): Value | null {
    const value = this.#held.get(key);
    if (value === undefined) return null;
    this.set(key, value);
    return value;
  }

  set(key: string, value: Value): void {
    this.#held.delete(key);
    this.#held.set(key, value);
    const [oldest] = this.#held.keys();
    if (this.#held.size > MOST && oldest !== undefined) this.#held.delete(oldest);
  }

  delete(key: string): void {
    this.#held.delete(key);
  }
}

interface Process {
  env: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: Node's types are not there in browsers.
  getBuiltinModule?: (name: string) => any;
}

/** A folder of copies, readable by its owner; null where there is no file system. */
export async function openDiskCache(folder: string | null | undefined): Promise<Cache | null> {
  const { process } = globalThis as { process?: Process };
  if (folder === null || !process?.getBuiltinModule) return null;
  try {
    // Not imported, so that bundlers for browsers and for servers leave them alone.
    const fs = process.getBuiltinModule("node:fs/promises");
    const path = process.getBuiltinModule("node:path");
    const os = process.getBuiltinModule("node:os");
    const crypto = process.getBuiltinModule("node:crypto");
    const home = process.env.XDG_CACHE_HOME || path.join(os.homedir(), ".cache");
    const place: string = folder ?? path.join(home, "promptcase", "client");
    const sha256 = (text: string): string => crypto.createHash("sha256").update(text).digest("hex");
    const fileOf = (key: string): string => path.join(place, `${sha256(`typescript ${key}`)}.json`);
    // The key has the token, so that nobody else can write a copy.
    const digest = (key: string, text: string) => sha256(`${key}\n${text}`);
    let writes = 0;
    await prune(fs, path, place);
    return {
      async get(key, wanted) {
        try {
          const file = fileOf(key);
          const [written, text] = splitOnce(await fs.readFile(file, "utf8"));
          if (written !== digest(key, text)) return null;
          const { body, tag, at, maxAge } = JSON.parse(text);
          const read = checked(body, wanted);
          const now = new Date();
          await fs.utimes(file, now, now).catch(() => {});
          return read && { body: read, tag: typeof tag === "string" ? tag : null, at: Number(at), maxAge: Number(maxAge) };
        } catch {
          return null;
        }
      },
      async set(key, copy) {
        const part = `${fileOf(key)}.${crypto.randomUUID()}`;
        try {
          await fs.mkdir(place, { recursive: true, mode: 0o700 });
          const text = JSON.stringify(copy);
          await fs.writeFile(part, `${digest(key, text)}\n${text}`, { mode: 0o600 });
          await fs.rename(part, fileOf(key));
          writes += 1;
          if (writes % WRITES === 0) await prune(fs, path, place);
        } catch {
          // A full or read-only disk costs a copy and nothing else.
          await fs.rm(part, { force: true }).catch(() => {});
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

function splitOnce(text: string): [string, string] {
  const at = text.indexOf("\n");
  return [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
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
