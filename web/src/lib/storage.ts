// localStorage with a fallback in memory: a browser may refuse it (blocked site data, some private windows), or
// it may be full. Values then last as long as the page.

/** Values that could not be written, by key; null for one that could not be removed. */
const unwritten = new Map<string, string | null>();

export function readLocal(key: string): string | null {
  const text = unwritten.get(key);
  if (text !== undefined) return text;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a text, or removes it with null. */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}

/** The stored keys that match. */
export function localKeys(isChosen: (key: string) => boolean): string[] {
  const keys = new Set([...unwritten].flatMap(([key, text]) => (text === null ? [] : [key])));
  try {
    for (const key of Object.keys(localStorage)) if (unwritten.get(key) !== null) keys.add(key);
  } catch {
    // Refused storage holds nothing.
  }
  return [...keys].filter(isChosen);
}

/** Removes every text whose key matches. */
export function forgetLocal(isChosen: (key: string) => boolean): void {
  for (const key of [...unwritten.keys()].filter(isChosen)) unwritten.delete(key);
  try {
    for (const key of Object.keys(localStorage).filter(isChosen)) localStorage.removeItem(key);
  } catch {
    // Refused storage holds nothing.
  }
}

/** Deletes everything stored in this browser under the user's id: preferences, keys, unsent text. */
export function forgetUserStorage(userId: string): void {
  forgetLocal((key) => key.startsWith("promptcase.") && key.includes(userId));
}
