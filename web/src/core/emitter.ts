// Change listeners: some of every change, some of one item. A prompt may have hundreds of items, and a keystroke
// changes one.

type Listener = () => void;

/** The ids of the changed items, or everything. */
export type Changed = readonly string[] | "everything";

export class Emitter {
  readonly #ofAll = new Set<Listener>();
  readonly #ofItems = new Map<string, Set<Listener>>();

  /** Calls a listener after every change. */
  add(listener: Listener): () => void {
    this.#ofAll.add(listener);
    return () => this.#ofAll.delete(listener);
  }

  /** Calls a listener after every change that may concern the item. */
  addOfItem(id: string, listener: Listener): () => void {
    const listeners = this.#ofItems.get(id) ?? new Set();
    this.#ofItems.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#ofItems.get(id) === listeners) this.#ofItems.delete(id);
    };
  }

  emit(changed: Changed): void {
    for (const listener of this.#ofAll) listener();
    for (const id of changed === "everything" ? this.#ofItems.keys() : changed) {
      for (const listener of this.#ofItems.get(id) ?? []) listener();
    }
  }

  clear(): void {
    this.#ofAll.clear();
    this.#ofItems.clear();
  }
}
