// A link that fills in a prompt. The values stand in the fragment, which a browser never sends to a server.
import type { Values } from "./values";

const key = "#values=";

/** The address of a prompt with values to fill in. */
export function linkWith(promptId: string, values: Values): string {
  const address = `${window.location.origin}/editor?prompt=${encodeURIComponent(promptId)}`;
  return `${address}${key}${encodeURIComponent(JSON.stringify(values))}`;
}

/** The values in a fragment; null if it has none. */
export function valuesIn(fragment: string): Values | null {
  if (!fragment.startsWith(key)) return null;
  try {
    const read: unknown = JSON.parse(decodeURIComponent(fragment.slice(key.length)));
    return typeof read === "object" && read !== null && !Array.isArray(read) ? (read as Values) : null;
  } catch {
    return null;
  }
}
