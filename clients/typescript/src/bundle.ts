import type { FetchedPieces } from "./api.js";
import { checked, isObject } from "./check.js";
import { same, type Wanted } from "./names.js";

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
  if (!isBundle(bundle)) return null;
  for (const entry of entriesOf(bundle, wanted.name)) {
    const body = checked(entry.prompt, wanted);
    if (body && (await digest(body)) === entry.sha256) return body;
  }
  return null;
}

/** The entries of a name: under it, in other letters, or under its owner's `@me`. */
function entriesOf({ prompts }: Bundle, name: string): BundledPrompt[] {
  const isOf = ([key, entry]: [string, BundledPrompt]) => {
    const owned = isObject(entry.prompt) ? entry.prompt.name : null;
    const at = /(?<!^)[@:].*/.exec(key)?.[0] ?? "";
    return same(key) === same(name) || (typeof owned === "string" && same(owned + at) === same(name));
  };
  const entries = Object.entries(prompts).filter(([, entry]) => isObject(entry));
  const own = entries.filter(([key]) => key === name);
  return [...own, ...entries.filter(isOf)].map(([, entry]) => entry);
}

async function digest({ messages }: FetchedPieces): Promise<string> {
  const texts = messages.map(({ role, pieces }) => `${role}\n${pieces.map(({ text, image }) => text + (image ?? "")).join("")}\0`);
  const bytes = new TextEncoder().encode(texts.join(""));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
