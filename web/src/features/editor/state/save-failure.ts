// The message of a rejected save.
import { t } from "@lingui/core/macro";
import { messages } from "@/core/lists";

/** A failure with a code has its own message; one without is unexpected, and says so. */
export function saveFailure(error: Error, isAsset: boolean): string {
  const code = "code" in error ? error.code : undefined;
  if (typeof code === "string" && code !== "unknown") return t`Save failed: ${error.message}`;
  return isAsset ? messages.asset_save_failed : messages.save_failed_unexpectedly;
}

/** A validation error of the core, found before sending. */
export class RefusedByRule extends Error {
  readonly code: string;

  constructor(problem: { code: string; message: string }) {
    super(problem.message);
    this.code = problem.code;
  }
}
