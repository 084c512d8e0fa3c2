// What stands in a field of the editor and is entered with a key or a press of its own: a tag, an asset of a block. Whoever
// saves or leaves means it, too.
export class PendingInputs {
  readonly #fields = new Set<() => void>();

  /** A field that enters what stands in it, if it may be entered. Returns how to take the field away. */
  add(enter: () => void): () => void {
    this.#fields.add(enter);
    return () => void this.#fields.delete(enter);
  }

  /** Enters what stands in every field. */
  enter(): void {
    for (const enter of [...this.#fields]) enter();
  }
}
