// How tokens are counted: estimated for any model, or exactly for OpenAI's in a worker.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { readLocal, writeLocal } from "@/lib/storage";
import { startWorker } from "@/lib/worker";
import { toast } from "@/ui/toast";
import { useCountsSnapshot } from "../context";
import workerUrl from "./worker?worker&url";

export interface CountRequest {
  id: number;
  text: string;
}

export interface CountAnswer {
  id: number;
  count: number;
}

/** `prompt`: the model in the prompt's settings. */
export type TokenModel = "prompt" | "any" | "openai";

const key = "promptcase.token-model";

/** Whose tokens are counted; remembered in this browser. */
export const useTokenModel = create<TokenModel>(() => {
  const stored = readLocal(key);
  return stored === "openai" || stored === "any" ? stored : "prompt";
});

export function setTokenModel(model: TokenModel): void {
  writeLocal(key, model === "prompt" ? null : model);
  useTokenModel.setState(model, true);
}

/** The names of OpenAI's models since GPT-4o, with a provider in front or not. */
const sinceGpt4o = /(^|[/:])(chatgpt-4o|gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|o[1-9])(?![a-z\d])/i;

/** Whether the tokens of a model are counted exactly. */
export function isCountedExactly(model: string | null): boolean {
  return model !== null && sinceGpt4o.test(model);
}

/** The explanation of a number of tokens. */
export function tokensTitle(exact: number | null): string {
  return exact === null
    ? t`Estimated; the exact number depends on the model`
    : t`Exact for OpenAI models since GPT-4o`;
}

let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<number, (count: number) => void>();

/** Counts a text, unless the returned function is called first. */
function count(text: string, done: (count: number) => void): () => void {
  if (!worker) {
    worker = startWorker(workerUrl, "tokens");
    worker.onmessage = ({ data: { id, count: found } }: MessageEvent<CountAnswer>) => {
      waiting.get(id)?.(found);
      waiting.delete(id);
    };
    worker.onerror = () => {
      worker?.terminate();
      worker = null;
      waiting.clear();
      setTokenModel("any");
      toast.error(t`The tokens could not be counted`, {
        description: t`The table of tokens did not load. The estimate is shown instead.`,
      });
    };
  }
  asked += 1;
  const id = asked;
  waiting.set(id, done);
  worker.postMessage({ id, text } satisfies CountRequest);
  return () => void waiting.delete(id);
}

/**
 * The exact number of tokens of a text of the edited prompt; null while it is only estimated. `read` is called when
 * `revision` changes.
 */
export function useExactTokens(read: () => string, revision: unknown): number | null {
  const chosen = useTokenModel();
  const model = useCountsSnapshot((document) => document.model());
  const isExact = chosen === "openai" || (chosen === "prompt" && isCountedExactly(model));
  const [exact, setExact] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for what `read` returns.
  useEffect(() => {
    if (!isExact) {
      setExact(null);
      return undefined;
    }
    return count(read(), setExact);
  }, [isExact, revision]);
  return isExact ? exact : null;
}
