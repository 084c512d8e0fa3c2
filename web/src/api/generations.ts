// Requests to a model as event streams. Aborting the signal closes the connection, which stops the provider and
// the charge.

import { ApiError, ask, bodyOf, refusal } from "./client";
import { expectedUserHeader } from "./expected-user";
import type {
  Generated,
  GenerationRequest,
  Improved,
  ImprovementRequest,
  JudgeRequest,
  Progress,
  RunDone,
  RunRequest,
  Started,
  TextPart,
} from "./generated/types.gen";
import { workspaceHeader } from "./workspace";

export type ModelEvent<Result> =
  | { event: "started"; data: Started }
  | { event: "progress"; data: Progress }
  | { event: "text"; data: TextPart }
  | { event: "done"; data: Result };

interface Options {
  signal: AbortSignal;
  /** The user's own key for the provider. */
  ownKey: string | null;
  idempotencyKey: string;
}

/** Generates a prompt. Yields the events; throws an `ApiError` on failure, before or during the stream. */
export function generate(request: GenerationRequest, options: Options) {
  return stream<Generated>("/api/generations", request, options);
}

/** Improves a prompt, in the same way. */
export function improve(request: ImprovementRequest, options: Options) {
  return stream<Improved>("/api/generations/improve", request, options);
}

/** Runs a prompt, in the same way. The text arrives in events as the model writes. */
export function run(promptId: string, request: RunRequest, options: Options) {
  return stream<RunDone>(`/api/prompts/${promptId}/runs`, request, options);
}

/** Judges the answer of a test, in the same way. */
export function judge(runId: string, request: JudgeRequest, options: Options) {
  return stream<RunDone>(`/api/runs/${runId}/judge`, request, options);
}

async function* stream<Result>(
  path: string,
  request: unknown,
  { signal, ownKey, idempotencyKey }: Options,
): AsyncGenerator<ModelEvent<Result>> {
  const response = await send(path, request, { signal, ownKey, idempotencyKey });
  if (!response.ok || !response.body) throw refusal(response.status, await bodyOf(response));
  for await (const { event, data } of events(response.body)) {
    if (event === "failed") throw new ApiError(502, data);
    yield { event, data } as ModelEvent<Result>;
    if (event === "done") return;
  }
  throw new ApiError(0, null);
}

function send(path: string, request: unknown, { signal, ownKey, idempotencyKey }: Options) {
  const headers: Record<string, string> = {
    accept: "text/event-stream",
    "content-type": "application/json",
    "idempotency-key": idempotencyKey,
    ...expectedUserHeader(),
    ...workspaceHeader(),
  };
  if (ownKey) headers["x-provider-key"] = ownKey;
  return ask(path, { method: "POST", headers, body: JSON.stringify(request), signal });
}

/** Parses the events of a stream. An empty line ends an event; comments are keep-alives and are skipped. */
export async function* events(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<{ event: string; data: unknown }> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(brokenOff);
      rest += decoder.decode(value, { stream: !done });
      const blocks = rest.split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) {
        const event = parse(block);
        if (event) yield event;
      }
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Throws the error of a broken connection, unless the request was aborted here. */
function brokenOff(error: unknown): never {
  if (error instanceof DOMException && error.name === "AbortError") throw error;
  throw new ApiError(0, null);
}

function parse(block: string): { event: string; data: unknown } | null {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) event = line.slice(6).trim();
    if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
  }
  return data.length > 0 ? { event, data: JSON.parse(data.join("\n")) } : null;
}
