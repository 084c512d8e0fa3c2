// Throttles the writes of one editor's draft: one write at a time, at most the delay after a change.
export interface DraftPort {
  /** Whether the editor has text that the server does not have. */
  isChanged(): boolean;
  write(): Promise<void>;
  remove(): Promise<void>;
  /** Called when the browser refuses to store drafts (private window, full disk), and when it works again. */
  report(error: Error | null): void;
}

/** From the first unwritten change to the flush: short enough that a crash costs a word, long enough to skip most keys. */
export const DRAFT_DELAY_MS = 200;

export class DraftWriter {
  readonly #port: DraftPort;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last: Promise<void> = Promise.resolve();
  #stored = false;
  #isClosed = false;
  #changes = 0;
  #written = 0;

  constructor(port: DraftPort, stored = false) {
    this.#port = port;
    this.#stored = stored;
  }

  /** Schedules a write after an edit, undo or save. */
  touched(): void {
    if (this.#isClosed) return;
    this.#changes += 1;
    this.#timer ??= setTimeout(() => void this.flush(), DRAFT_DELAY_MS);
  }

  /** Whether a change is not written yet. */
  isBehind(): boolean {
    return this.#written !== this.#changes;
  }

  /** Flushes pending changes: the page is about to unload. */
  flush(): Promise<void> {
    if (this.#isClosed) return this.#last;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#last = this.#last.then(() => this.#store());
    return this.#last;
  }

  /** Writes a last time and closes. */
  close(): Promise<void> {
    const ended = this.flush();
    this.#isClosed = true;
    return ended;
  }

  async #store(): Promise<void> {
    const changes = this.#changes;
    try {
      if (this.#port.isChanged()) {
        this.#stored = true;
        await this.#port.write();
      } else if (this.#stored) {
        await this.#port.remove();
        this.#stored = false;
      }
      this.#written = changes;
      this.#port.report(null);
    } catch (error) {
      this.#port.report(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
