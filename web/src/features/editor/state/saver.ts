// Schedules saves: by hand, by interval, after a lost connection, never during a conflict. It knows no React and no server; a port
// sends, so that tests control every clock.
import type { Remote } from "./remote";

/** The state of saving. `failed` and `conflict` wait for a person, `offline` for the network. */
export type SaveState = "saved" | "dirty" | "saving" | "offline" | "failed" | "conflict";

/** How one attempt ended. A conflict brings what the server holds now. */
export type Attempt<R = Remote> =
  | { kind: "saved" }
  | { kind: "offline" }
  | { kind: "refused"; error: Error }
  | { kind: "conflict"; theirs: R };

export interface SavePort<R> {
  /** Whether the document differs from what the server is known to hold. */
  isChanged(): boolean;
  /** Sends the document as it is now. Never rejects: every ending is an `Attempt`. */
  send(): Promise<Attempt<R>>;
}

export interface SaverSnapshot<R> {
  state: SaveState;
  /** Why the last attempt was refused; set while the state is `failed`. */
  error: Error | null;
  /** The record that the server holds instead of our base; set while the state is `conflict`. */
  theirs: R | null;
}

/** Delays after a lost connection: doubled each time, so that a server that comes back is not flooded. */
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

  /** Autosave every so many milliseconds while something is changed; 0 turns it off. Saying the same again changes nothing. */
  setInterval(milliseconds: number): void {
    if (milliseconds === this.#interval) return;
    this.#interval = milliseconds;
    this.#armAnew();
  }

  /** Keeps autosave from acting while a question (keep this draft?) is open. Saving by hand still works. */
  hold(held: boolean): void {
    this.#held = held;
    this.#armAnew();
  }

  /** The document changed, or was put back as it was. */
  touched(): void {
    const { state } = this.#snapshot;
    // A refusal was about what was sent; what is there now has not been refused yet.
    if (state === "saved" || state === "dirty" || state === "failed") this.#settle();
    this.#arm();
  }

  /** Saves now and says how it ended. While a save runs, waits for it, then sends what came in meanwhile. */
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

  /** The server was found to hold something else; nothing is saved until that is settled. */
  conflict(theirs: R): void {
    this.#clearTimer();
    this.#set({ state: "conflict", error: null, theirs });
  }

  /** The reason of the last refusal was read. */
  dismiss(): void {
    if (this.#snapshot.state === "failed") this.#settle();
  }

  /** The document now stands on what the server holds. */
  resolved(): void {
    this.#settle();
    this.#arm();
  }

  /** The network is said to be back. */
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

  /** Starts the interval with the first change after a save, so that no more than one interval is ever unsaved. */
  #arm(): void {
    const waiting = this.#timer !== null || this.#running !== null;
    if (this.#closed || waiting || this.#held || this.#interval === 0 || this.#snapshot.state !== "dirty")
      return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (this.#snapshot.state === "dirty") void this.save();
    }, this.#interval);
  }

  /** The terms of autosave changed. What waits for the network to come back goes on waiting. */
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
