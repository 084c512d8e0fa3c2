// The sentence for a refused save.
import { messages } from "@/core/lists";

/** A failure with a code has a sentence of its own; one without is unexpected, and says so. */
export function saveFailure(error: Error, isAsset: boolean): string {
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && code !== "unknown") return `Save failed: ${error.message}`;
  return isAsset ? messages.asset_save_failed : messages.save_failed_unexpectedly;
}

/** A rule of the core refused the record before it was sent. */
export class RefusedByRule extends Error {
  readonly code: string;

  constructor(problem: { code: string; message: string }) {
    super(problem.message);
    this.code = problem.code;
  }
}
