// Inputs whose text is entered by a key or a button of their own: a tag, an asset of a block. Saving and leaving enter it too.
export class PendingInputs {
  readonly #fields = new Set<() => void>();

  /** Adds a field. Returns a function that removes it. */
  add(enter: () => void): () => void {
    this.#fields.add(enter);
    return () => void this.#fields.delete(enter);
  }

  /** Enters the text of every field. */
  enter(): void {
    for (const enter of [...this.#fields]) enter();
  }
}
