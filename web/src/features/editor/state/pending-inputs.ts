// Inputs whose text is committed by a key or a button: a tag, an asset of a block. Saving and leaving commit it
// too.
export class PendingInputs {
  readonly #fields = new Set<() => void>();

  /** Adds a field. Returns a function that removes it. */
  add(enter: () => void): () => void {
    this.#fields.add(enter);
    return () => void this.#fields.delete(enter);
  }

  /** Commits the text of every field. */
  enter(): void {
    for (const enter of [...this.#fields]) enter();
  }
}
