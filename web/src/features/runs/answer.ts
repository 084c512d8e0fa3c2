// The answer of one column as it arrives. The text is not part of the state: a view appends what is new, so that a
// long answer is not drawn again with every word.
import { isStatus } from "@/api/client";
import { getRun, stopRun } from "@/api/generated/sdk.gen";
import type { PromptRun, RunRequest } from "@/api/generated/types.gen";
import { run } from "@/api/generations";
import { randomId } from "@/lib/random-id";

export type AnswerState =
  | { status: "idle" }
  | { status: "running"; firstTokenMs: number | null }
  /** The connection broke; the run is read until it has ended. */
  | { status: "reconnecting" }
  /** Stopped here; the server's word on what it cost is on its way. */
  | { status: "stopping" }
  /** Stopped before the model began to answer. */
  | { status: "stopped" }
  | { status: "done"; run: PromptRun }
  | { status: "failed"; error: unknown };

/** How long a stopped run waits for the server's word. */
const STOP_TIMEOUT_MS = 5_000;

/** How long a run whose connection broke may take, which is longer than a server waits for a model. */
const RECONNECT_TIMEOUT_MS = 180_000;

const RECONNECT_INTERVAL_MS = 1_000;

export class Answer {
  #state: AnswerState = { status: "idle" };
  #text = "";
  #input: string | null = null;
  #abort: AbortController | null = null;
  #runId: string | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #writers = new Set<(added: string) => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): AnswerState => this.#state;

  /** What has arrived. */
  readonly text = (): string => this.#text;

  /** Calls a writer with each new piece of the text. */
  readonly subscribeText = (writer: (added: string) => void): (() => void) => {
    this.#writers.add(writer);
    return () => this.#writers.delete(writer);
  };

  isRunning(): boolean {
    return ["running", "reconnecting", "stopping"].includes(this.#state.status);
  }

  /** The text that the model got; null for an earlier run that is shown again, and for another version's text. */
  readonly input = (): string | null => this.#input;

  /** Shows an earlier run again. */
  show(earlier: PromptRun): void {
    this.#input = null;
    this.#end(earlier);
  }

  /** Runs the prompt. Never throws: a failure is a state, and what had arrived stays. */
  async run(
    promptId: string,
    request: RunRequest,
    ownKey: string | null,
    input: string | null,
  ): Promise<void> {
    if (this.isRunning()) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#runId = null;
    this.#text = "";
    this.#input = input;
    this.#set({ status: "running", firstTokenMs: null });
    const begun = performance.now();
    try {
      const options = { signal: abort.signal, ownKey, idempotencyKey: randomId() };
      for await (const { event, data } of run(promptId, request, options)) {
        if (event === "started") this.#runId = data.id;
        if (event === "text" && this.#state.status === "running") this.#add(data.text, begun);
        if (event === "done") this.#end(data);
      }
    } catch (error) {
      const isStopped = this.#state.status === "stopping";
      if (isStopped) this.#set({ status: "stopped" });
      else if (this.#runId && isStatus(error, 0)) await this.#readUntilEnded(this.#runId, error);
      else this.#set({ status: "failed", error });
    } finally {
      this.#abort = null;
    }
  }

  /** Stops at once: nothing more is shown, and the server is told. */
  stop(): void {
    const abort = this.#abort;
    if (this.#state.status === "reconnecting" && this.#runId) {
      void stopRun({ path: { id: this.#runId } }).catch(() => undefined);
    }
    if (!abort || this.#state.status !== "running") return;
    this.#set({ status: "stopping" });
    if (this.#runId) {
      void stopRun({ path: { id: this.#runId }, keepalive: true }).catch(() => undefined);
      setTimeout(() => abort.abort(), STOP_TIMEOUT_MS);
    } else {
      abort.abort();
    }
  }

  /** Reads a run whose connection broke until it has ended. It is stored then, unless nothing had arrived. */
  async #readUntilEnded(id: string, error: unknown): Promise<void> {
    this.#set({ status: "reconnecting" });
    const until = performance.now() + RECONNECT_TIMEOUT_MS;
    while (performance.now() < until) {
      try {
        const { data } = await getRun({ path: { id }, throwOnError: true });
        this.#end(data);
        return;
      } catch (failure) {
        // It has not ended yet, or the server is not reached yet.
        if (!isStatus(failure, 409) && !isStatus(failure, 0)) break;
      }
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_INTERVAL_MS));
    }
    this.#set({ status: "failed", error });
  }

  #end(done: PromptRun): void {
    this.#text = done.output;
    this.#set({ status: "done", run: done });
  }

  #add(added: string, begun: number): void {
    this.#text += added;
    for (const write of this.#writers) write(added);
    if (this.#state.status === "running" && this.#state.firstTokenMs === null) {
      this.#set({ status: "running", firstTokenMs: Math.round(performance.now() - begun) });
    }
  }

  #set(state: AnswerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

// By prompt and column: an answer goes on while its panel is closed or laid out anew.
const answers = new Map<string, Answer>();

/** The answer of a column, which outlives the panel that shows it. */
export function answerOf(promptId: string | null, columnId: string): Answer {
  const key = `${promptId ?? "new"} ${columnId}`;
  const answer = answers.get(key) ?? new Answer();
  answers.set(key, answer);
  return answer;
}
