import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { cancelGeneration } from "@/api/generated/sdk.gen";
import type { ModelEvent } from "@/api/generations";
import { useUser } from "@/api/session";
import type { Provider } from "@/core";
import { activeOwnKey } from "@/lib/own-keys";
import { randomId } from "@/lib/random-id";

export type ModelState =
  | { status: "idle" }
  | { status: "pending"; characters: number }
  | { status: "failed"; error: unknown };

type Ask<Request, Result> = (
  request: Request,
  options: { signal: AbortSignal; ownKey: string | null; idempotencyKey: string },
) => AsyncGenerator<ModelEvent<Result>>;

// Matches the balance and every page of the history.
const isAboutCredits = ({ queryKey }: { queryKey: readonly unknown[] }) =>
  ["getCredits", "listCreditTransactions"].includes((queryKey[0] as { _id?: string } | undefined)?._id ?? "");

// The server detects a closed connection only after a few seconds; cancelling explicitly is faster.
async function stop(id: string, then: () => void) {
  await cancelGeneration({ path: { id }, keepalive: true }).catch(() => undefined);
  then();
}

/**
 * Runs one request to a model at a time, with its progress and a cancel function. Leaving the page cancels it
 * too.
 */
export function useModel<Request extends { provider?: Provider | null }, Result>(
  ask: Ask<Request, Result>,
  onDone: (result: Result) => void,
) {
  const user = useUser();
  const queryClient = useQueryClient();
  const [state, setState] = useState<ModelState>({ status: "idle" });
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const forgetBalance = () => void queryClient.invalidateQueries({ predicate: isAboutCredits });

  const start = async (request: Request) => {
    if (controller.current) return;
    const abort = new AbortController();
    controller.current = abort;
    setState({ status: "pending", characters: 0 });
    try {
      const ownKey = request.provider ? activeOwnKey(user.id, request.provider) : null;
      for await (const { event, data } of ask(request, {
        signal: abort.signal,
        ownKey,
        idempotencyKey: randomId(),
      })) {
        if (event === "started")
          abort.signal.addEventListener("abort", () => void stop(data.id, forgetBalance));
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
      forgetBalance();
    }
  };
  return {
    state,
    start,
    cancel: () => controller.current?.abort(),
    dismiss: () => setState({ status: "idle" }),
  };
}
