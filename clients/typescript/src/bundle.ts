import type { FetchedPieces } from "./api.js";
import { checked, isObject } from "./check.js";
import type { Wanted } from "./names.js";

/** What `promptcase bundle` writes: prompts by their names, with digests of their texts. */
export interface Bundle {
  version: number;
  prompts: Record<string, BundledPrompt>;
}

export interface BundledPrompt {
  sha256: string;
  prompt: unknown;
}

/** Whether it may be what `promptcase bundle` writes. */
export function isBundle(bundle: unknown): bundle is Bundle {
  return isObject(bundle) && isObject(bundle.prompts);
}

/** The prompt in a bundle, unless its text is not what was bundled. */
export async function bundled(bundle: unknown, wanted: Wanted): Promise<FetchedPieces | null> {
  if (!isBundle(bundle) || !Object.hasOwn(bundle.prompts, wanted.name)) return null;
  const entry: unknown = bundle.prompts[wanted.name];
  const body = isObject(entry) ? checked(entry.prompt, wanted) : null;
  return body && isObject(entry) && (await digest(body)) === entry.sha256 ? body : null;
}

async function digest({ messages }: FetchedPieces): Promise<string> {
  const texts = messages.map(({ role, pieces }) => `${role}\n${pieces.map(({ text, image }) => text + (image ?? "")).join("")}\0`);
  const bytes = new TextEncoder().encode(texts.join(""));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
