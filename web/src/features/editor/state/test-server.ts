// The fake server of the session tests: the versioning rules for one prompt, and injected failures.
import { ApiError } from "@/api/client";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { type EditorDocument, newPrompt, type Prompt } from "@/core";
import { promptStore } from "../queries";
import type { RecordStore } from "./record-store";

const rules = promptStore("ada");

/** A server with one prompt: enforces optimistic concurrency, and fails on request. */
export class TestServer implements RecordStore<Prompt, StoredPrompt, EditorDocument> {
  readonly kind = "prompt";
  readonly noun = "prompt";
  readonly offersNewDrafts = true;
  readonly open = rules.open;
  readonly recordOf = rules.recordOf;
  readonly validate = rules.validate;
  readonly hasSameText = rules.hasSameText;
  readonly configText = rules.configText;
  readonly failureOf = rules.failureOf;
  remote: StoredPrompt | null;
  mode: "up" | "down" | "loses the answer" | "knows nobody" | "knows another" = "up";
  saves = 0;
  /** Called before a save is processed. */
  onSave: () => Promise<void> = async () => {};
  readonly #created = new Map<string, string>();

  constructor(remote: StoredPrompt | null) {
    this.remote = remote;
  }

  async create(prompt: Prompt, idempotencyKey: string): Promise<StoredPrompt> {
    this.#answers();
    const body = JSON.stringify(prompt);
    const known = this.#created.get(idempotencyKey);
    if (known !== undefined && known !== body) throw new Refused();
    if (known !== undefined) return this.remote as StoredPrompt;
    this.#created.set(idempotencyKey, body);
    return this.#put({
      ...remotePrompt("Untitled Prompt", "1.0.0", 0),
      ...prompt,
    } as unknown as StoredPrompt);
  }

  async save(known: StoredPrompt, prompt: Prompt, setsVisibility: boolean): Promise<StoredPrompt> {
    this.#answers();
    if (!this.remote) throw new Refused();
    await this.onSave();
    const now = this.remote;
    if (version(known) !== version(now)) throw new Conflict(now);
    const next = {
      ...now,
      ...prompt,
      is_public: setsVisibility ? prompt.is_public : now.is_public,
      version_batch: now.version_batch + 1,
      updated_at: later(now),
    } as unknown as StoredPrompt;
    return this.#put(next);
  }

  async read(): Promise<StoredPrompt> {
    return this.remote as StoredPrompt;
  }

  classify(error: unknown) {
    if (error instanceof Conflict) return { kind: "conflict" as const, theirs: error.current };
    if (error instanceof Refused || error instanceof ApiError) return { kind: "refused" as const, error };
    return { kind: "offline" as const };
  }

  /** The number of prompts created. */
  get created(): number {
    return this.#created.size;
  }

  /** Another editor saves. */
  elsewhere(change: Partial<StoredPrompt>): StoredPrompt {
    const now = this.remote as StoredPrompt;
    this.remote = { ...now, ...change, version_batch: now.version_batch + 1, updated_at: later(now) };
    return this.remote;
  }

  /** Another editor changes the visibility, which has no version. */
  seenBy(is_public: boolean): StoredPrompt {
    const now = this.remote as StoredPrompt;
    this.remote = { ...now, is_public, updated_at: later(now) };
    return this.remote;
  }

  #answers(): void {
    if (this.mode === "down") throw new Error("offline");
    if (this.mode === "knows nobody") throw new ApiError(401, null);
    if (this.mode === "knows another") throw new ApiError(412, null);
  }

  #put(next: StoredPrompt): StoredPrompt {
    this.saves += 1;
    this.remote = next;
    if (this.mode === "loses the answer") throw new Error("offline");
    return next;
  }
}

class Refused extends Error {}

class Conflict extends Error {
  readonly current: StoredPrompt;
  constructor(current: StoredPrompt) {
    super("conflict");
    this.current = current;
  }
}

export function version(remote: StoredPrompt): string {
  return `${remote.version_major}.${remote.version_minor}.${remote.version_batch}`;
}

function later(remote: StoredPrompt): string {
  return new Date(Date.parse(remote.updated_at) + 1000).toISOString();
}

export function remotePrompt(text: string, number: string, minute: number): StoredPrompt {
  const [version_major, version_minor, version_batch] = number.split(".").map(Number);
  return {
    ...newPrompt("prompt"),
    id: "p1",
    user_id: "ada",
    title: "Review",
    content: { segments: [{ id: "s", order: 0, type: "user", content: text }] },
    version_major,
    version_minor,
    version_batch,
    updated_at: new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString(),
  } as unknown as StoredPrompt;
}
