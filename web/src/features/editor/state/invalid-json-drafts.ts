// Configurations that are typed and are no valid JSON: the document cannot hold them, so they are kept beside it.
import type { EditorDocument, JsonValue } from "@/core";

/** A text that stands in a module's field, with the configuration it was typed over. */
export interface InvalidJson {
  text: string;
  over: string;
  /** Why it is none. */
  error: string;
}

export class InvalidJsonDrafts {
  readonly #document: EditorDocument;
  readonly #listeners = new Set<() => void>();
  readonly #texts: Map<string, InvalidJson>;

  constructor(document: EditorDocument, texts: Record<string, InvalidJson> = {}) {
    this.#document = document;
    this.#texts = new Map(Object.entries(texts));
  }

  /** Told when a text came or went; whether one still counts can change with the document too. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    const end = this.#document.subscribe(listener);
    return () => {
      this.#listeners.delete(listener);
      end();
    };
  };

  readonly count = (): number => Object.keys(this.all()).length;

  /** What is typed into the field of a module. Once its configuration changed by undo or merge, that text is old. */
  get(id: string): InvalidJson | undefined {
    const typed = this.#texts.get(id);
    return typed && typed.over === storedConfig(this.#document, id) ? typed : undefined;
  }

  keep(id: string, typed: InvalidJson): void {
    this.#texts.set(id, typed);
    this.#tell();
  }

  drop(id: string): void {
    if (this.#texts.delete(id)) this.#tell();
  }

  clear(): void {
    if (this.#texts.size === 0) return;
    this.#texts.clear();
    this.#tell();
  }

  /** All that count now, by module. */
  all(): Record<string, InvalidJson> {
    const counting: Record<string, InvalidJson> = {};
    for (const id of this.#texts.keys()) {
      const typed = this.get(id);
      if (typed) counting[id] = typed;
    }
    return counting;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export function configText(config: JsonValue): string {
  return JSON.stringify(config ?? {}, null, 2);
}

/** A module's configuration as its field shows it; null when there is no such module. */
function storedConfig(document: EditorDocument, id: string): string | null {
  const module = document.item(id, "module");
  return module && configText(module.config);
}
