// The draft on the server, of which there is one a component. What is asked of it goes one after the other, so that nothing that is
// still under way lands behind a save and brings old text back; and it is never somebody else's that is replaced or dropped.
import { isRefusal, isStatus } from "@/api/client";
import type { Component, ComponentDraft } from "@/api/generated/types.gen";

export interface DraftPort {
  /** Keeps a draft, and gives its name. */
  put(draft: ComponentDraft): Promise<{ id: string }>;
  /** Drops the draft of that name. */
  drop(id: string): Promise<unknown>;
}

/** Whether the server has it, or keeps what was typed elsewhere; nothing where something newer is to be kept or was saved. */
export type Keeping = "kept" | "elsewhere" | "superseded";

export class DraftKeeper {
  readonly #port: DraftPort;
  #follows: string | null;
  #last: Promise<unknown> = Promise.resolve();
  /** What is to be kept next: only the newest is sent. */
  #wanted: ComponentDraft | null = null;
  /** What was sent without an answer: the server may have it, under a name that is not known here. */
  #unanswered: ComponentDraft | null = null;
  #isForgetting = false;

  constructor(port: DraftPort, follows: string | null) {
    this.#port = port;
    this.#follows = follows;
  }

  /** The draft that what is typed goes on with. */
  get follows(): string | null {
    return this.#follows;
  }

  keep(base_version: string, data: Component): Promise<Keeping> {
    if (this.#isForgetting) return Promise.resolve("superseded");
    const draft = { base_version, data };
    this.#wanted = draft;
    return this.#next(async () => {
      if (this.#wanted !== draft) return "superseded";
      this.#wanted = null;
      try {
        // The same once more tells the name.
        if (this.#unanswered) await this.#put(this.#unanswered);
        await this.#put(draft);
        return "kept";
      } catch (error) {
        if (isStatus(error, 409)) return "elsewhere";
        throw error;
      }
    });
  }

  async #put(draft: ComponentDraft): Promise<void> {
    this.#unanswered = draft;
    try {
      this.#follows = (await this.#port.put({ ...draft, follows: this.#follows })).id;
      this.#unanswered = null;
    } catch (error) {
      if (isRefusal(error)) this.#unanswered = null;
      throw error;
    }
  }

  /** Saves the component; with it goes the draft whose name `write` gets. */
  async save<T>(write: (draft: string | null) => Promise<T>): Promise<T> {
    this.#wanted = null;
    return this.#next(async () => {
      const saved = await write(this.#follows);
      this.#follows = null;
      return saved;
    });
  }

  /** Drops the draft; what is typed until that is done goes with it. */
  async forget(): Promise<void> {
    this.#wanted = null;
    this.#isForgetting = true;
    try {
      await this.#next(async () => {
        if (this.#follows !== null) await this.#port.drop(this.#follows);
        this.#follows = null;
      });
    } finally {
      this.#isForgetting = false;
    }
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const done = this.#last.then(act);
    this.#last = done.catch(() => undefined);
    return done;
  }
}
