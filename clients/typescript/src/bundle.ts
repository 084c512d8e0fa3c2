import type { FetchedPieces } from "./api.js";
import { checked } from "./fill.js";

/** What `promptcase bundle` writes: prompts by their names, with digests of their texts. */
export interface Bundle {
  version: number;
  prompts: Record<string, BundledPrompt>;
}

export interface BundledPrompt {
  sha256: string;
  prompt: unknown;
}

/** The prompt of a name, unless its text is not what was bundled. */
export async function bundled(bundle: Bundle | undefined, name: string): Promise<FetchedPieces | null> {
  const entry = bundle?.prompts[name];
  const body = entry && checked(entry.prompt);
  if (!body) return null;
  return (await digest(body)) === entry.sha256 ? body : null;
}

async function digest({ messages }: FetchedPieces): Promise<string> {
  const texts = messages.map(({ role, pieces }) => `${role}\n${pieces.map(({ text }) => text).join("")}\0`);
  const bytes = new TextEncoder().encode(texts.join(""));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
