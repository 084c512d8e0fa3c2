import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { cancelGeneration } from "@/api/generated/sdk.gen";
import type { Generated } from "@/api/generated/types.gen";
import { generate } from "@/api/generations";
import { activeOwnKey } from "@/api/own-keys";
import { useUser } from "@/api/session";
import type { Configuration } from "./configuration";

export type GenerationState =
  | { status: "idle" }
  | { status: "pending"; characters: number }
  | { status: "failed"; error: unknown };

// The balance and every page of the history.
const isAboutCredits = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ["getCredits", "listCreditTransactions"].includes((queryKey[0] as { _id?: string } | undefined)?._id ?? "");

// The server notices a closed connection by itself after a few seconds; saying so is faster.
async function stop(id: string, then: () => void) {
  await cancelGeneration({ path: { id }, keepalive: true }).catch(() => undefined);
  then();
}

/** One generation at a time, with its progress and a way to stop it. Leaving the page stops it too. */
export function useGeneration(onDone: (generated: Generated) => void) {
  const user = useUser();
  const queryClient = useQueryClient();
  const [state, setState] = useState<GenerationState>({ status: "idle" });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const forgetPrice = () => void queryClient.invalidateQueries({ predicate: isAboutCredits });

  const start = async ({ config, ai }: Configuration) => {
    if (controller.current) return;
    const abort = new AbortController();
    controller.current = abort;
    setState({ status: "pending", characters: 0 });
    try {
      const request = { ...config, ...ai };
      const ownKey = activeOwnKey(user.id, ai.provider);
      for await (const { event, data } of generate(request, { signal: abort.signal, ownKey })) {
        if (event === "started")
          abort.signal.addEventListener("abort", () => void stop(data.id, forgetPrice));
        if (event === "progress") setState({ status: "pending", characters: data.characters });
        if (event === "done") {
          setState({ status: "idle" });
          onDone(data);
        }
      }
    } catch (error) {
      setState(abort.signal.aborted ? { status: "idle" } : { status: "failed", error });
    } finally {
      controller.current = null;
      forgetPrice();
    }
  };
  return {
    state,
    start,
    cancel: () => controller.current?.abort(),
    dismiss: () => setState({ status: "idle" }),
  };
}
