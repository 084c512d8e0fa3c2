// What the editor asks of a prompt the server holds.
import type { StoredPrompt } from "@/api/generated/types.gen";
import type { Prompt } from "@/core";

export type Remote = StoredPrompt;

interface Versioned {
  version_major: number;
  version_minor: number;
  version_batch: number;
}

/** 1.2.3 */
export function versionOf(prompt: Versioned): string {
  return `${prompt.version_major}.${prompt.version_minor}.${prompt.version_batch}`;
}

/** A prompt as the core reads it: what only the server knows falls away there. */
export function toPrompt(remote: Remote): Prompt {
  return remote as unknown as Prompt;
}
