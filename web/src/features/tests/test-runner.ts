// Runs tests on models, a few at a time. It outlives the panel that shows it.
import { ApiError } from "@/api/client";
import type { CheckStatus, RunDone, RunRequest } from "@/api/generated/types.gen";
import { judge, run } from "@/api/generations";
import { randomId } from "@/lib/random-id";

/** A run to make: a test on a model, on the current text or a version. */
export interface Job {
  request: RunRequest;
  ownKey: string | null;
  /** Whether the test has a question for a model. */
  isJudged: boolean;
}

export interface RunnerState {
  isRunning: boolean;
  done: number;
  total: number;
  /** The first failure that is no result of a test: no credits, no connection. */
  error: unknown;
}

/** Failures that every other run would share: not signed in, no credits, not allowed, no provider. */
const ENDS_ALL: ReadonlySet<number> = new Set([401, 402, 403, 503]);

/** How many runs are on their way at once. */
const AT_ONCE = 2;

const idle: RunnerState = { isRunning: false, done: 0, total: 0, error: null };

export class TestRunner {
  #state = idle;
  #abort: AbortController | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): RunnerState => this.#state;

  /** Makes every run. Reports each end, so that the results follow. */
  async run(promptId: string, jobs: readonly Job[], onEnded: () => void): Promise<void> {
    if (this.#state.isRunning || jobs.length === 0) return;
    const abort = new AbortController();
    this.#abort = abort;
    this.#set({ isRunning: true, done: 0, total: jobs.length, error: null });
    const waiting = [...jobs];
    const work = async () => {
      for (let job = waiting.shift(); job && !abort.signal.aborted; job = waiting.shift()) {
        await this.#one(promptId, job, abort);
        this.#set({ ...this.#state, done: this.#state.done + 1 });
        onEnded();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.#abort = null;
    this.#set({ ...this.#state, isRunning: false });
  }

  async #one(promptId: string, { request, ownKey, isJudged }: Job, abort: AbortController): Promise<void> {
    const { signal } = abort;
    try {
      const options = () => ({ signal, ownKey, idempotencyKey: randomId() });
      let done: RunDone | undefined;
      for await (const { event, data } of run(promptId, request, options())) {
        if (event === "done") done = data;
      }
      // What is still open after an answer is for a model to judge, unless the test has failed anyway.
      const has = (wanted: CheckStatus) => done?.checks.some(({ status }) => status === wanted);
      if (!done || !isJudged || has("failed") || !has("pending")) return;
      const { id, provider, model } = done;
      for await (const { event } of judge(id, { provider, model }, options())) {
        if (event === "done") return;
      }
    } catch (error) {
      // The reason is told once, and nothing is asked that would fail in the same way.
      if (abort.signal.aborted) return;
      this.#set({ ...this.#state, error: this.#state.error ?? error });
      if (error instanceof ApiError && ENDS_ALL.has(error.status)) abort.abort();
    }
  }

  /** Stops what runs and starts nothing more. */
  readonly stop = (): void => this.#abort?.abort();

  #set(state: RunnerState): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const runners = new Map<string, TestRunner>();

/** The runner of a prompt. */
export function runnerOf(promptId: string | null): TestRunner {
  const key = promptId ?? "new";
  const runner = runners.get(key) ?? new TestRunner();
  runners.set(key, runner);
  return runner;
}
