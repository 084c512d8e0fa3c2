// localStorage as far as the browser lets it be used. A person may have it refused (blocked site data, some private windows),
// and it may be full: then what would be kept lasts as long as the page, and nothing else is lost.

/** What could not be written, by key; null for what could not be removed. */
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

/** Keeps a text, or with null none. */
export function writeLocal(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
    unwritten.delete(key);
  } catch {
    unwritten.set(key, text);
  }
}

/** The keys of all texts that are kept, of those that are chosen. */
export function localKeys(isChosen: (key: string) => boolean): string[] {
  const keys = new Set([...unwritten].flatMap(([key, text]) => (text === null ? [] : [key])));
  try {
    for (const key of Object.keys(localStorage)) if (unwritten.get(key) !== null) keys.add(key);
  } catch {
    // What is refused holds nothing.
  }
  return [...keys].filter(isChosen);
}

/** Forgets every text whose key is chosen. */
export function forgetLocal(isChosen: (key: string) => boolean): void {
  for (const key of [...unwritten.keys()].filter(isChosen)) unwritten.delete(key);
  try {
    for (const key of Object.keys(localStorage).filter(isChosen)) localStorage.removeItem(key);
  } catch {
    // What is refused holds nothing.
  }
}

/** Deletes everything stored in this browser under the user's id: preferences, keys, unsent text. */
export function forgetUserStorage(userId: string): void {
  forgetLocal((key) => key.startsWith("promptcase.") && key.includes(userId));
}
