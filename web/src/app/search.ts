// How the URL's query becomes typed values and back. Plain strings both ways: `?prompt=123` stays text.

export function parseSearch(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && value !== "" && value !== false)
      params.set(key, String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

/** A text, or nothing when it is absent or empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `true` when the query says so, else absent. */
export function flag(value: unknown): true | undefined {
  return value === "true" || value === true ? true : undefined;
}

/** A place inside this application to go back to; anything that could lead elsewhere is dropped. */
export function localPath(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : undefined;
}
