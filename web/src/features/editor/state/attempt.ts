// The outcome of a failed save.
import { ApiError, isStatus } from "@/api/client";
import type { Attempt } from "./saver";

/** Transient statuses: the same save may succeed on retry. */
const PASSING = new Set([0, 429, 502, 503, 504]);

/** Classifies a save that threw. A 409 carries the current record. */
export function classifyFailure<R>(error: unknown): Exclude<Attempt<R>, { kind: "saved" }> {
  if (isStatus(error, 409) && error.current) return { kind: "conflict", theirs: error.current as R };
  if (error instanceof ApiError && PASSING.has(error.status)) return { kind: "offline" };
  return { kind: "refused", error: error instanceof Error ? error : new Error(String(error)) };
}
