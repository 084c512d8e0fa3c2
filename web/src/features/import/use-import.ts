// The state of an import from the first file to the last stored prompt: read, choose, store.
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { createPrompt } from "@/api/generated/sdk.gen";
import type { StoredPrompt } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import { newId, type Prompt, validatePrompt } from "@/core";
import { usePreferences } from "@/lib/preferences";
import { toast } from "@/ui/toast";
import { inFrames } from "./in-frames";
import { type FileReport, type GivenFile, readFiles } from "./read-files";

/** Concurrent requests while prompts are stored; the browser has six connections to a server. */
const MAX_PARALLEL_SAVES = 4;

/** The outcome of storing one prompt. */
export type Outcome = { state: "stored"; prompt: StoredPrompt } | { state: "failed"; error: Error };

export interface ImportState {
  reports: FileReport[];
  /** Files waiting to be read. */
  unread: number;
  /** Keys of the prompts to store. */
  chosen: ReadonlySet<string>;
  outcomes: ReadonlyMap<string, Outcome>;
  phase: "choose" | "storing" | "done";
}

const start: ImportState = {
  reports: [],
  unread: 0,
  chosen: new Set(),
  outcomes: new Map(),
  phase: "choose",
};

/** The key of the n-th prompt of a file. */
export function keyOf(report: FileReport, index: number): string {
  return `${report.id}/${index}`;
}

function keysOf(report: FileReport): string[] {
  return (report.imported?.prompts ?? []).map((_, index) => keyOf(report, index));
}

export function useImport() {
  const queryClient = useQueryClient();
  const [{ default_prompt_privacy }] = usePreferences();
  const [state, setState] = useState(start);
  const stop = useRef(new AbortController());
  // The prefix of this import's idempotency keys: a retry after a lost response does not store a prompt twice.
  const name = useRef(newId());
  const isStoring = useRef(false);

  /** Reads files and returns true; refuses while storing, since the selection must not change then. */
  const read = (files: readonly GivenFile[]): boolean => {
    if (isStoring.current) return false;
    // Files given after an import start a new one.
    setState((before) => {
      const now = before.phase === "done" ? start : before;
      return { ...now, phase: "choose", unread: now.unread + files.length };
    });
    const { signal } = stop.current;
    const reports = inFrames<FileReport>((some) => {
      if (signal.aborted) return;
      const keys = some.flatMap(keysOf);
      setState((now) => ({
        ...now,
        reports: [...now.reports, ...some],
        unread: now.unread - some.length,
        chosen: new Set([...now.chosen, ...keys]),
      }));
    });
    void readFiles(files, reports.add, signal).then(reports.flush);
    return true;
  };

  const choose = (keys: readonly string[], wanted: boolean) =>
    setState((now) => {
      const chosen = new Set(now.chosen);
      for (const key of keys) {
        if (wanted) chosen.add(key);
        else chosen.delete(key);
      }
      return { ...now, chosen };
    });

  /** Stores the chosen prompts that are not stored yet. Returns those stored now, or null if it was cancelled. */
  const store = async (): Promise<StoredPrompt[] | null> => {
    const { signal } = stop.current;
    isStoring.current = true;
    const stored: StoredPrompt[] = [];
    setState((now) => ({ ...now, phase: "storing" }));
    const outcomes = inFrames<[string, Outcome]>((some) => {
      if (signal.aborted) return;
      setState((now) => ({ ...now, outcomes: new Map([...now.outcomes, ...some]) }));
    });
    const found = state.reports.flatMap((report) =>
      (report.imported?.prompts ?? []).map(({ prompt }, index) => ({ key: keyOf(report, index), prompt })),
    );
    const waiting = found
      .filter(({ key }) => state.chosen.has(key) && state.outcomes.get(key)?.state !== "stored")
      .values();
    const storeNext = async () => {
      for (const { key, prompt } of waiting) {
        if (signal.aborted) return;
        const outcome = await storeOne(
          { ...prompt, is_public: default_prompt_privacy },
          `${name.current}/${key}`,
        );
        if (outcome.state === "stored") stored.push(outcome.prompt);
        outcomes.add([key, outcome]);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_SAVES }, storeNext));
    // Requests in flight at a cancel are stored all the same.
    void refresh(queryClient, "listPrompts");
    if (signal.aborted) {
      toast(stopped(stored.length, state.chosen.size));
      return null;
    }
    isStoring.current = false;
    outcomes.flush();
    setState((now) => ({ ...now, phase: "done" }));
    return stored;
  };

  const reset = () => {
    stop.current.abort();
    stop.current = new AbortController();
    name.current = newId();
    isStoring.current = false;
    setState(start);
  };
  return { state, read, choose, store, reset };
}

/** The message of a cancelled import. */
const stopped = (stored: number, chosen: number) =>
  `Import stopped. ${stored} of ${chosen} ${chosen === 1 ? "prompt was" : "prompts were"} stored.`;

async function storeOne(prompt: Prompt, idempotencyKey: string): Promise<Outcome> {
  const [problem] = validatePrompt(prompt);
  if (problem) return { state: "failed", error: new Error(problem.message) };
  try {
    const { data } = await createPrompt({
      body: prompt,
      headers: { "Idempotency-Key": idempotencyKey },
      throwOnError: true,
    });
    return { state: "stored", prompt: data };
  } catch (error) {
    return { state: "failed", error: error instanceof Error ? error : new Error(String(error)) };
  }
}
