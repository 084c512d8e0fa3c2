import type { FetchedPieces, Settings } from "./api.js";
import { type Bundle, bundled, isBundle } from "./bundle.js";
import { type Cache, type Copy, openDiskCache, Recent } from "./cache.js";
import { read } from "./check.js";
import { textOfContent } from "./content.js";
import { errorOf, isRefusal, NoAnswer, PromptRefused, PromptUnavailable, reasonOf } from "./errors.js";
import { type Filled, fill, fillRoughly, isFillable, type Message, type Problem, type Values } from "./fill.js";
import { type At, isNamed, type Wanted, wantedOf } from "./names.js";

export { PromptRefused, PromptUnavailable };
export type { At, Message, Problem, Values };

export interface GetOptions extends At {
  /** Values by the names of variables. */
  values?: Values | undefined;
}

export interface PromptcaseOptions {
  /** The address of the server: https://prompts.example.org. */
  server: string;
  /** An API token, for private prompts. */
  token?: string | undefined;
  /** Copies for an app that starts without the server: what `promptcase bundle` wrote. */
  bundle?: Bundle | undefined;
  /** Milliseconds that `get` waits for the server. Default 2000. */
  timeout?: number | undefined;
  /** A folder for copies that outlive the process. In Node the default is below the user's cache folder; null keeps none. */
  cacheDir?: string | null | undefined;
  /** Is told why the server, or the bundle, was not used. Default: a warning on the console. */
  onError?: ((error: Error) => void) | undefined;
  fetch?: typeof globalThis.fetch | undefined;
  /** The time in milliseconds. */
  now?: (() => number) | undefined;
}

/** A rendered prompt. */
export interface Prompt {
  name: string;
  title: string;
  version: string;
  label: string | null;
  messages: Message[];
  /** The messages without their roles. An image is its address. */
  text: string;
  /** The model and how it answers, as the prompt says. */
  settings: Settings;
  /** What is not rendered, such as a variable without a value. */
  problems: Problem[];
  /** Where the text comes from. */
  source: "server" | "cache" | "bundle";
  /** Whether the server was not asked, or not reached, for longer than its answer may be kept. */
  isStale: boolean;
}

/** Beyond its `max-age`, how long a copy is used while the server is asked again. */
const REVALIDATE_MS = 30_000;
/** How long a server that did not give a prompt is asked for it in the background only. */
const RETRY_MS = 10_000;

/** What browsers and frameworks keep comes on top of what is kept here. Cloudflare's workers know no such option, or do not need it. */
const UNCACHED: RequestInit = globalThis.navigator?.userAgent === "Cloudflare-Workers" ? {} : { cache: "no-store" };

export class Promptcase {
  readonly #options: PromptcaseOptions;
  readonly #origin: string;
  /** The address that the server redirects to, if it is the https of the same host. */
  #movedTo: string | null = null;
  readonly #bundle: Bundle | null;
  readonly #memory = new Recent<Copy>();
  /** When the server last failed to give what it has not given since. */
  readonly #failures = new Recent<number>();
  #disk: Promise<Cache | null> | undefined;
  readonly #running = new Map<string, Promise<Copy>>();

  constructor(options: PromptcaseOptions) {
    // A token that was read from a file ends with a line.
    this.#options = { ...options, token: options.token?.trim() };
    this.#origin = options.server.replace(/\/+$/, "");
    const bundle: unknown = options.bundle ?? null;
    this.#bundle = isBundle(bundle) ? bundle : null;
    if (bundle !== this.#bundle) this.#tell(new Error("the bundle is not used: it is not what `promptcase bundle` writes"));
  }

  /**
   * A prompt by its name, rendered with values. It rejects only where the server gives none and there is no copy:
   * neither in memory, nor on disk, nor in the bundle.
   */
  async get(name: string, options: GetOptions = {}): Promise<Prompt> {
    const values = options.values ?? {};
    const asked: Asked = { wanted: wantedOf(name, options), values: null };
    const found = await this.#find(asked);
    if (isFillable(found.body, values)) return prompt(found, fill(found.body, values));
    try {
      // Conditions, sections and lists are rendered by the server; each set of values has a copy of its own.
      const rendered = await this.#find({ ...asked, values: this.#jsonOf(values) });
      return prompt(rendered, fill(rendered.body, {}));
    } catch (error) {
      return prompt(found, fillRoughly(found.body, values, errorOf(error).message));
    }
  }

  /** Values as JSON, in the order of their names. A number that JSON has not is an error, as for the server. */
  #jsonOf(values: Values): string {
    const sorted = Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
    try {
      return JSON.stringify(Object.fromEntries(sorted), (key, value: unknown) => {
        if (typeof value === "number" && !Number.isFinite(value)) throw new TypeError(`${key} is ${value}, which is no JSON`);
        return value;
      });
    } catch (error) {
      this.#tell(errorOf(error));
      throw error;
    }
  }

  async #find(asked: Asked): Promise<Found> {
    const kept = await this.#kept(asked);
    const age = kept ? this.#now() - kept.at : -1;
    // A clock that was set back says nothing about the age.
    if (kept && age >= 0 && age < kept.maxAge) return { body: kept.body, source: "cache", isStale: false };
    const isDown = this.#isDown(asked);
    if (kept && age >= 0 && age < kept.maxAge + REVALIDATE_MS) {
      this.#revalidate(isDown ? templateOf(asked) : asked, kept);
      return { body: kept.body, source: "cache", isStale: false };
    }
    if (isDown) {
      const found = await this.#copied(asked, kept);
      // A server that may be down is asked for one text, not for each set of values.
      if (found || asked.values !== null) this.#revalidate(templateOf(asked), asked.values === null ? kept : null);
      if (found) return found;
      if (asked.values !== null) throw new Error(`${this.#origin} does not answer`);
    }
    try {
      return { body: (await this.#refresh(asked, kept)).body, source: "server", isStale: false };
    } catch (error) {
      const found = await this.#copied(asked, kept);
      if (found) return found;
      const because = errorOf(error).message;
      throw new PromptUnavailable(`${asked.wanted.name} is not available and no copy is kept: ${because}`, { cause: error });
    }
  }

  /** What there is without the server. */
  async #copied({ wanted, values }: Asked, kept: Copy | null): Promise<Found | null> {
    if (kept) return { body: kept.body, source: "cache", isStale: true };
    const body = values === null ? await bundled(this.#bundle, wanted).catch(() => null) : null;
    return body && { body, source: "bundle", isStale: true };
  }

  /** Whether the server failed to give this, or anything of this prompt, a moment ago. */
  #isDown(asked: Asked): boolean {
    const times = [keyOf(asked), keyOf(templateOf(asked))].map((key) => this.#failures.get(key));
    return times.some((at) => at !== null && this.#now() >= at && this.#now() - at < RETRY_MS);
  }

  #revalidate(asked: Asked, kept: Copy | null): void {
    this.#refresh(asked, kept ?? this.#memory.get(keyOf(asked))).catch(() => {});
  }

  /** Asks the server, once for all who wait for the same. */
  #refresh(asked: Asked, kept: Copy | null): Promise<Copy> {
    const key = keyOf(asked);
    const running = this.#running.get(key);
    if (running) return running;
    const asking = this.#ask(asked, kept)
      .then(async ({ copy, isKeptOnDisk }) => {
        this.#memory.set(key, copy);
        this.#failures.delete(key);
        const disk = await this.#diskCache();
        if (isKeptOnDisk) await disk?.set(this.#diskKey(key), copy);
        else await disk?.delete(this.#diskKey(key));
        return copy;
      })
      .catch((cause: unknown) => {
        const error = errorOf(cause);
        // A refusal is an answer: the server is asked again at once.
        if (!(error instanceof PromptRefused)) this.#failures.set(key, this.#now());
        // One that does not answer is down for all values; a wrong answer may be about these alone.
        if (error instanceof NoAnswer) this.#failures.set(keyOf(templateOf(asked)), this.#now());
        this.#tell(error);
        throw error;
      })
      .finally(() => this.#running.delete(key));
    this.#running.set(key, asking);
    return asking;
  }

  async #ask(asked: Asked, kept: Copy | null): Promise<Answer> {
    let answer = await this.#request(asked, kept);
    if (this.#isMoved(asked, answer.response)) answer = await this.#request(asked, kept);
    const { wanted, values } = asked;
    const { response, text } = answer;
    const cacheControl = response.headers.get("Cache-Control") ?? "";
    const maxAge = maxAgeOf(cacheControl);
    // A cache on the way has had it for some time.
    const at = this.#now() - secondsOf(response.headers.get("Age") ?? "") * 1000;
    // What a person filled in stays off the disk, whatever the server says.
    const isKeptOnDisk = values === null && !/\bno-store\b/i.test(cacheControl);
    if (response.status === 304 && kept) {
      const { body, tag } = kept;
      return { copy: { body, tag, at, maxAge }, isKeptOnDisk };
    }
    if (response.status !== 200) {
      const message = `${wanted.name}: ${response.status} ${messageOf(text)}`;
      throw isRefusal(response.status) ? new PromptRefused(message, response.status) : new Error(message);
    }
    const body = read(text, wanted, values !== null);
    if (!body) throw new Error(`${wanted.name}: the answer is no prompt`);
    const template = values === null ? kept : await this.#kept(templateOf(asked));
    const isOther = template && body.id !== template.body.id && body.name !== template.body.name;
    if (isOther && !isNamed(wanted, body.name)) throw new Error(`${wanted.name}: the answer is ${body.name}, another prompt`);
    const copy = { body, tag: response.headers.get("ETag"), at, maxAge };
    if (values !== null) body.settings = await this.#settingsOf(asked, body, template);
    return { copy, isKeptOnDisk };
  }

  /** Rendered messages come without the settings, which are those of the template of the same version. */
  async #settingsOf(asked: Asked, { version }: FetchedPieces, template: Copy | null): Promise<Settings> {
    if (template?.body.version === version) return template.body.settings;
    const newer = await this.#refresh(templateOf(asked), template);
    if (newer.body.version !== version) throw new Error(`${asked.wanted.name} was changed meanwhile`);
    return newer.body.settings;
  }

  async #request({ wanted, values }: Asked, kept: Copy | null): Promise<{ response: Response; text: string }> {
    const parameters = new URLSearchParams();
    if (wanted.label) parameters.set("label", wanted.label);
    if (wanted.version) parameters.set("version", wanted.version);
    if (values === null) parameters.set("format", "pieces");
    const headers: Record<string, string> = { Accept: "application/json" };
    if (this.#options.token) headers.Authorization = `Bearer ${this.#options.token}`;
    if (values !== null) headers["Content-Type"] = "application/json";
    else if (kept?.tag) headers["If-None-Match"] = kept.tag;
    const search = `${parameters}` && `?${parameters}`;
    const call = this.#options.fetch ?? globalThis.fetch;
    const signal = AbortSignal.timeout(this.#options.timeout ?? 2000);
    // A `fetch` of the application may pass over the signal.
    const late = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    const answered = async () => {
      const response = await call(`${this.#movedTo ?? this.#origin}/api/fetch/${wanted.path}${search}`, {
        headers,
        signal,
        ...UNCACHED,
        ...(values === null ? {} : { method: "POST", body: `{"values":${values}}` }),
      });
      return { response, text: await response.text() };
    };
    try {
      return await Promise.race([answered(), late]);
    } catch (error) {
      return this.#noAnswer(error);
    }
  }

  #noAnswer(cause: unknown): never {
    const error = errorOf(cause);
    const { timeout = 2000 } = this.#options;
    const because = (cause as Error | null)?.name === "TimeoutError" ? `gave no answer within ${timeout / 1000} seconds` : reasonOf(error);
    throw new NoAnswer(`${this.#origin}: ${because}`, { cause });
  }

  /** Whether the server is to be asked again at the https of its host. A redirect loses the token and the values. */
  #isMoved({ wanted, values }: Asked, { redirected, url }: Response): boolean {
    if (!redirected) return false;
    const { protocol, hostname, origin, pathname } = new URL(url);
    const end = `/api/fetch/${wanted.path}`;
    if (this.#movedTo === null && protocol === "https:" && isOnHost(this.#origin, hostname) && pathname.endsWith(end)) {
      this.#movedTo = `${origin}${pathname.slice(0, -end.length)}`;
      return true;
    }
    // Whether the values came along is not to be seen.
    if (values !== null) throw new Error(`${this.#origin} redirects to ${origin}: use that address`);
    return false;
  }

  async #kept(asked: Asked): Promise<Copy | null> {
    const key = keyOf(asked);
    const inMemory = this.#memory.get(key);
    if (inMemory || asked.values !== null) return inMemory;
    const onDisk = (await (await this.#diskCache())?.get(this.#diskKey(key), asked.wanted)) ?? null;
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

  #tell(error: Error): void {
    try {
      (this.#options.onError ?? warn)(error);
    } catch {
      // Alarms may fail: the application has its prompt all the same.
    }
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** A question to the server: for a text with its places, or for one that is rendered with values. */
interface Asked {
  wanted: Wanted;
  /** The values as JSON. */
  values: string | null;
}

interface Answer {
  copy: Copy;
  isKeptOnDisk: boolean;
}

interface Found {
  body: FetchedPieces;
  source: Prompt["source"];
  isStale: boolean;
}

function templateOf({ wanted }: Asked): Asked {
  return { wanted, values: null };
}

function keyOf({ wanted, values }: Asked): string {
  return values === null ? wanted.name : `${wanted.name} ${values}`;
}

function prompt({ body, source, isStale }: Found, { messages, problems }: Filled): Prompt {
  if (messages.every(({ content }) => textOfContent(content).trim() === "")) {
    throw new PromptUnavailable([`${body.name} is empty`, ...problems.map(({ message }) => message)].join(": "));
  }
  return {
    name: body.name,
    title: body.title,
    version: body.version,
    label: body.label,
    messages,
    text: messages.map(({ content }) => textOfContent(content)).join("\n\n"),
    // Whoever changes what it is given changes no copy.
    settings: structuredClone(body.settings),
    problems,
    source,
    isStale,
  };
}

function isOnHost(address: string, hostname: string): boolean {
  try {
    return new URL(address).hostname === hostname;
  } catch {
    return false;
  }
}

function maxAgeOf(header: string): number {
  return secondsOf(/max-age=(\d+)/.exec(header)?.[1] ?? "") * 1000;
}

function secondsOf(text: string): number {
  return /^\d{1,12}$/.test(text) ? Number(text) : 0;
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
