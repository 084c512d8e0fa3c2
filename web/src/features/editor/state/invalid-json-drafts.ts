// Typed configurations that are not valid JSON. The document cannot hold them, so the draft stores them
// separately.
import type { JsonValue } from "@/core";

/** The text of a configuration field, and the configuration it replaces. */
export interface InvalidJson {
  text: string;
  over: string;
  /** The reason why it is not valid. */
  error: string;
}

interface Configurations {
  subscribe: (listener: () => void) => () => void;
  /** Reads a configuration as its field shows it; null if there is no such field. */
  read: (id: string) => string | null;
}

export class InvalidJsonDrafts {
  readonly #configurations: Configurations;
  readonly #listeners = new Set<() => void>();
  readonly #texts: Map<string, InvalidJson>;

  constructor(configurations: Configurations, texts: Record<string, InvalidJson> = {}) {
    this.#configurations = configurations;
    this.#texts = new Map(Object.entries(texts));
  }

  /**
   * Calls a listener when a text is added or removed, and when the document changes, which may make a text stale.
   */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const end = this.#configurations.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      end();
    };
  };

  readonly count = (): number => Object.keys(this.all()).length;

  /** The text of a field. It is stale once undo or a merge changed the configuration below it. */
  get(id: string): InvalidJson | undefined {
    const typed = this.#texts.get(id);
    return typed && typed.over === this.#configurations.read(id) ? typed : undefined;
  }

  keep(id: string, typed: InvalidJson): void {
    this.#texts.set(id, typed);
    this.#emit();
  }

  drop(id: string): void {
    if (this.#texts.delete(id)) this.#emit();
  }

  clear(): void {
    if (this.#texts.size === 0) return;
    this.#texts.clear();
    this.#emit();
  }

  /** All current texts, by field. */
  all(): Record<string, InvalidJson> {
    const counting: Record<string, InvalidJson> = {};
    for (const id of this.#texts.keys()) {
      const typed = this.get(id);
      if (typed) counting[id] = typed;
    }
    return counting;
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function configText(config: JsonValue | undefined): string {
  return JSON.stringify(config ?? {}, null, 2);
}
