import type { FetchedPieces, RenderProblem, Settings } from "./api.js";
import { type Bundle, bundled } from "./bundle.js";
import { type Cache, type Copy, MemoryCache, openDiskCache } from "./cache.js";
import { fill, isFillable, type Message, piecesOf, type Values } from "./fill.js";

export type { Message, Values };

/** Which text: a label, a version, or the newest. */
export interface At {
  label?: string;
  version?: string;
}

export interface GetOptions extends At {
  /** Values by the names of variables. */
  values?: Values;
}

export interface PromptcaseOptions {
  /** The address of the server: https://prompts.example.org. */
  server: string;
  /** An API token, for private prompts. */
  token?: string;
  /** Copies for an app that starts without the server: what `promptcase bundle` wrote. */
  bundle?: Bundle;
  /** Milliseconds that `get` waits for the server. Default 2000. */
  timeout?: number;
  /** A folder for copies that outlive the process. In Node the default is below the user's cache folder; null keeps none. */
  cacheDir?: string | null;
  /** Is told why the server was not used. Default: a warning on the console. */
  onError?: (error: Error) => void;
  fetch?: typeof globalThis.fetch;
  /** The time in milliseconds. */
  now?: () => number;
}

/** A rendered prompt. */
export interface Prompt {
  name: string;
  title: string;
  version: string;
  label: string | null;
  messages: Message[];
  /** The messages without their roles. */
  text: string;
  /** The model and how it answers, as the prompt says. */
  settings: Settings;
  /** What is not rendered, such as a variable without a value. */
  problems: RenderProblem[];
  /** Where the text comes from. */
  source: "server" | "cache" | "bundle";
  /** Whether the server was not asked, or not reached, for longer than its answer may be kept. */
  isStale: boolean;
}

/** The server gave no prompt, and there is no copy of it. */
export class PromptUnavailable extends Error {
  override name = "PromptUnavailable";
}

/** The server answered that it does not give the prompt: 401, 403, 404 and the like. */
export class PromptRefused extends Error {
  override name = "PromptRefused";
  /** The HTTP status. */
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Beyond its `max-age`, how long a copy is used while the server is asked again. */
const REVALIDATE_MS = 30_000;
/** How long a server that did not give a prompt is asked for it in the background only. */
const RETRY_MS = 10_000;

export class Promptcase {
  readonly #options: PromptcaseOptions;
  readonly #origin: string;
  readonly #memory = new MemoryCache();
  #disk: Promise<Cache | null> | undefined;
  readonly #running = new Map<string, Promise<Copy>>();

  constructor(options: PromptcaseOptions) {
    this.#options = options;
    this.#origin = options.server.replace(/\/+$/, "");
  }

  /**
   * A prompt by its name, rendered with values. It rejects only where the server gives none and there is no copy:
   * neither in memory, nor on disk, nor in the bundle.
   */
  async get(name: string, options: GetOptions = {}): Promise<Prompt> {
    const values = options.values ?? {};
    const template = wanted(name, options);
    const { copy, source, isStale } = await this.#find(template, null);
    if (isFillable(copy.body, values)) return prompt(copy.body, values, source, isStale);
    // Conditions, sections and lists are rendered by the server; each set of values has a copy of its own.
    const rendered = await this.#find(template, values);
    return prompt(rendered.copy.body, {}, rendered.source, rendered.isStale);
  }

  async #find(wanted: Wanted, values: Values | null): Promise<Found> {
    const key = values ? `${wanted.name} ${JSON.stringify(sorted(values))}` : wanted.name;
    const kept = await this.#kept(key);
    const now = this.#now();
    if (kept) {
      const age = now - kept.at;
      // A clock that was set back says nothing about the age.
      if (age >= 0 && age < kept.maxAge) return { copy: kept, source: "cache", isStale: false };
      const failedAt = kept.failedAt ?? Number.NEGATIVE_INFINITY;
      const isDown = now >= failedAt && now - failedAt < RETRY_MS;
      const isRecent = age >= 0 && age < kept.maxAge + REVALIDATE_MS;
      if (isRecent || isDown) {
        void this.#refresh(key, wanted, values, kept).catch(() => {});
        return { copy: kept, source: "cache", isStale: !isRecent };
      }
    }
    try {
      const copy = await this.#refresh(key, wanted, values, kept);
      return { copy, source: "server", isStale: false };
    } catch (error) {
      if (kept) return { copy: kept, source: "cache", isStale: true };
      const body = values ? null : await bundled(this.#options.bundle, wanted.name);
      if (body) return { copy: { ...NEVER, body }, source: "bundle", isStale: true };
      const because = error instanceof Error ? error.message : String(error);
      throw new PromptUnavailable(`${wanted.name} is not available and no copy is kept: ${because}`, { cause: error });
    }
  }

  /** Asks the server, once for all who wait for the same. */
  #refresh(key: string, wanted: Wanted, values: Values | null, kept: Copy | null): Promise<Copy> {
    const running = this.#running.get(key);
    if (running) return running;
    const asking = this.#ask(wanted, values, kept)
      .then(async ({ copy, isKeptOnDisk }) => {
        this.#memory.set(key, copy);
        const disk = await this.#diskCache();
        if (isKeptOnDisk) await disk?.set(this.#diskKey(key), copy);
        else await disk?.delete(this.#diskKey(key));
        return copy;
      })
      .catch((cause: unknown) => {
        const error = cause instanceof Error ? cause : new Error(String(cause));
        // A refusal is an answer: the server is asked again at once.
        if (kept && !(error instanceof PromptRefused)) kept.failedAt = this.#now();
        (this.#options.onError ?? warn)(error);
        throw error;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, asking);
    return asking;
  }

  async #ask({ name, path, query }: Wanted, values: Values | null, kept: Copy | null): Promise<Answer> {
    const parameters = new URLSearchParams(query);
    if (!values) parameters.set("format", "pieces");
    const headers: Record<string, string> = { Accept: "application/json" };
    if (this.#options.token) headers.Authorization = `Bearer ${this.#options.token}`;
    if (values) headers["Content-Type"] = "application/json";
    else if (kept?.tag) headers["If-None-Match"] = kept.tag;
    const search = parameters.size > 0 ? `?${parameters}` : "";
    const call = this.#options.fetch ?? globalThis.fetch;
    const response = await call(`${this.#origin}/api/fetch/${path}${search}`, {
      headers,
      signal: AbortSignal.timeout(this.#options.timeout ?? 2000),
      ...(values ? { method: "POST", body: JSON.stringify({ values }) } : {}),
    });
    const cacheControl = response.headers.get("Cache-Control") ?? "";
    const maxAge = maxAgeOf(cacheControl);
    // What a person filled in stays off the disk, whatever the server says.
    const isKeptOnDisk = !values && !/\bno-store\b/i.test(cacheControl);
    if (response.status === 304 && kept) {
      const { body, tag } = kept;
      return { copy: { body, tag, at: this.#now(), maxAge }, isKeptOnDisk };
    }
    const text = await response.text();
    if (!response.ok) {
      const message = `${name}: ${response.status} ${messageOf(text)}`;
      throw isRefusal(response.status) ? new PromptRefused(message, response.status) : new Error(message);
    }
    const body = piecesOf(text);
    if (!body) throw new Error(`${name}: the answer is no prompt`);
    return { copy: { body, tag: response.headers.get("ETag"), at: this.#now(), maxAge }, isKeptOnDisk };
  }

  async #kept(key: string): Promise<Copy | null> {
    const inMemory = this.#memory.get(key);
    if (inMemory) return inMemory;
    const onDisk = (await (await this.#diskCache())?.get(this.#diskKey(key))) ?? null;
    if (onDisk) this.#memory.set(key, onDisk);
    return onDisk;
  }

  /** Copies of another token are none of this one's business. */
  #diskKey(key: string): string {
    return `${this.#origin} ${this.#options.token ?? ""} ${key}`;
  }

  #diskCache(): Promise<Cache | null> {
    this.#disk ??= openDiskCache(this.#options.cacheDir);
    return this.#disk;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

interface Answer {
  copy: Copy;
  isKeptOnDisk: boolean;
}

interface Found {
  copy: Copy;
  source: Prompt["source"];
  isStale: boolean;
}

const NEVER = { tag: null, at: 0, maxAge: 0 };

/** A text that is asked for. */
interface Wanted {
  /** `@ada/code-review:production` */
  name: string;
  /** Its path below `/api/fetch`. */
  path: string;
  query: Record<string, string>;
}

/** A name may carry a label or a version itself: `@ada/code-review:production`. */
function wanted(name: string, at: At): Wanted {
  const match = /^(?:@?([^/@:]+)\/)?([^/@:]+)(?:@([\d.]+)|:([\w-]+))?$/.exec(name.trim());
  if (!match?.[2]) throw new TypeError(`${name} is not a name such as @ada/code-review`);
  const [, handle = "me", slug] = match;
  const label = at.label ?? match[4];
  const version = at.version ?? match[3];
  if (label && version) throw new TypeError("Give a label or a version, not both");
  return {
    name: `@${handle}/${slug}${label ? `:${label}` : version ? `@${version}` : ""}`,
    path: `${encodeURIComponent(handle)}/${encodeURIComponent(slug)}`,
    query: label ? { label } : version ? { version } : {},
  };
}

function prompt(body: FetchedPieces, values: Values, source: Prompt["source"], isStale: boolean): Prompt {
  const { messages, problems } = fill(body, values);
  return {
    name: body.name,
    title: body.title,
    version: body.version,
    label: body.label,
    messages,
    text: messages.map(({ content }) => content).join("\n\n"),
    settings: body.settings,
    problems,
    source,
    isStale,
  };
}

function sorted(values: Values): [string, unknown][] {
  return Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether the request is what the server does not take. It is busy at 408 and 429. */
function isRefusal(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

function maxAgeOf(header: string): number {
  const seconds = /max-age=(\d+)/.exec(header)?.[1];
  return Number(seconds ?? 0) * 1000;
}

/** The API's sentence, or the beginning of whatever came instead. */
function messageOf(text: string): string {
  try {
    return String(JSON.parse(text).message ?? "");
  } catch {
    return text.slice(0, 100);
  }
}

function warn(error: Error): void {
  console.warn(`promptcase: ${error.message}`);
}
