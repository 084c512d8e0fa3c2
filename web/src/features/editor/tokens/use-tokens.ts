// How tokens are counted: estimated for any model, or exactly for OpenAI's in a worker.
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "react";
import { create } from "zustand";
import { readLocal, writeLocal } from "@/lib/storage";
import { startWorker } from "@/lib/worker";
import { toast } from "@/ui/toast";
import workerUrl from "./worker?worker&url";

export interface CountRequest {
  id: number;
  text: string;
}

export interface CountAnswer {
  id: number;
  count: number;
}

export type TokenModel = "any" | "openai";

const key = "promptcase.token-model";

/** Whose tokens are counted; remembered in this browser. */
export const useTokenModel = create<TokenModel>(() => (readLocal(key) === "openai" ? "openai" : "any"));

export function setTokenModel(model: TokenModel): void {
  writeLocal(key, model === "any" ? null : model);
  useTokenModel.setState(model, true);
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

/** The exact number of tokens of a text; null while it is only estimated. `read` is called when `revision` changes. */
export function useExactTokens(read: () => string, revision: unknown): number | null {
  const isExact = useTokenModel((model) => model === "openai");
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
