// Schedules saves: manual, autosave, retries with backoff, none during a conflict. It depends on neither React
// nor the server; a port sends, so that tests control the clock.
import type { Remote } from "./remote";

/** The save state. `failed` and `conflict` wait for the user, `offline` for the network. */
export type SaveState = "saved" | "dirty" | "saving" | "offline" | "failed" | "conflict";

/** The outcome of one attempt. A conflict carries the current record on the server. */
export type Attempt<R = Remote> =
  | { kind: "saved" }
  | { kind: "offline" }
  | { kind: "refused"; error: Error }
  | { kind: "conflict"; theirs: R };

export interface SavePort<R> {
  /** Whether the document differs from the record on the server. */
  isChanged(): boolean;
  /** Sends the current document. Never rejects: every outcome is an `Attempt`. */
  send(): Promise<Attempt<R>>;
}

export interface SaverSnapshot<R> {
  state: SaveState;
  /** The reason of the last rejection; set while the state is `failed`. */
  error: Error | null;
  /** The record on the server in place of our base; set while the state is `conflict`. */
  theirs: R | null;
}

/** The exponential backoff after a lost connection, so that a server that comes back is not flooded. */
const FIRST_RETRY_DELAY_MS = 2_000;
const MAX_RETRY_DELAY_MS = 60_000;

export class Saver<R = Remote> {
  readonly #port: SavePort<R>;
  readonly #listeners = new Set<() => void>();
  #snapshot: SaverSnapshot<R> = { state: "saved", error: null, theirs: null };
  #running: Promise<Attempt<R>> | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #retryIn = FIRST_RETRY_DELAY_MS;
  #interval = 0;
  #held = false;
  #closed = false;

  constructor(port: SavePort<R>) {
    this.#port = port;
  }

  readonly snapshot = (): SaverSnapshot<R> => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Autosaves at this interval while there are changes; 0 disables it. Setting the same value has no effect. */
  setInterval(milliseconds: number): void {
    if (milliseconds === this.#interval) return;
    this.#interval = milliseconds;
    this.#armAnew();
  }

  /** Suspends autosave while a question (keep this draft?) is open. Manual saves still work. */
  hold(held: boolean): void {
    this.#held = held;
    this.#armAnew();
  }

  /** Called when the document changed, or was reverted. */
  touched(): void {
    const { state } = this.#snapshot;
    // A rejection was about the record sent, not about the current one.
    if (state === "saved" || state === "dirty" || state === "failed") this.#settle();
    this.#arm();
  }

  /**
   * Saves now and returns the outcome. While a save runs, waits for it, then sends the changes made meanwhile.
   */
  async save(): Promise<Attempt<R>> {
    if (this.#running) {
      const ended = await this.#running;
      if (ended.kind !== "saved" || !this.#port.isChanged()) return ended;
      return this.save();
    }
    if (this.#snapshot.theirs) return { kind: "conflict", theirs: this.#snapshot.theirs };
    this.#clearTimer();
    this.#set({ state: "saving", error: null, theirs: null });
    this.#running = this.#port.send();
    const attempt = await this.#running;
    this.#running = null;
    this.#end(attempt);
    return attempt;
  }

  /** Sets a conflict: the server holds another record, and nothing is saved until it is resolved. */
  conflict(theirs: R): void {
    this.#clearTimer();
    this.#set({ state: "conflict", error: null, theirs });
  }

  /** Dismisses the last rejection. */
  dismiss(): void {
    if (this.#snapshot.state === "failed") this.#settle();
  }

  /** The document is now based on the server's record. */
  resolved(): void {
    this.#settle();
    this.#arm();
  }

  /** Retries when the network is back. */
  readonly online = (): void => {
    if (this.#snapshot.state !== "offline") return;
    this.#retryIn = FIRST_RETRY_DELAY_MS;
    void this.save();
  };

  close(): void {
    this.#closed = true;
    this.#clearTimer();
    this.#listeners.clear();
  }

  #end(attempt: Attempt<R>): void {
    if (this.#closed) return;
    switch (attempt.kind) {
      case "saved":
        this.#retryIn = FIRST_RETRY_DELAY_MS;
        this.#settle();
        this.#arm();
        return;
      case "offline":
        this.#set({ state: "offline", error: null, theirs: null });
        this.#timer = setTimeout(() => void this.save(), this.#retryIn);
        this.#retryIn = Math.min(this.#retryIn * 2, MAX_RETRY_DELAY_MS);
        return;
      case "refused":
        this.#set({ state: "failed", error: attempt.error, theirs: null });
        return;
      case "conflict":
        this.conflict(attempt.theirs);
        return;
    }
  }

  #settle(): void {
    this.#set({ state: this.#port.isChanged() ? "dirty" : "saved", error: null, theirs: null });
  }

  /**
   * Starts the interval with the first change after a save, so that at most one interval of changes is unsaved.
   */
  #arm(): void {
    const waiting = this.#timer !== null || this.#running !== null;
    if (this.#closed || waiting || this.#held || this.#interval === 0 || this.#snapshot.state !== "dirty")
      return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#snapshot.state === "dirty") void this.save();
    }, this.#interval);
  }

  /** Restarts the timer after a change of autosave. A retry that waits for the network continues. */
  #armAnew(): void {
    if (this.#snapshot.state === "offline") return;
    this.#clearTimer();
    this.#arm();
  }

  #clearTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #set(next: SaverSnapshot<R>): void {
    const now = this.#snapshot;
    if (now.state === next.state && now.error === next.error && now.theirs === next.theirs) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}
