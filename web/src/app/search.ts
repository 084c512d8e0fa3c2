// Parses the URL's query into typed values and serializes them. Values are plain strings both ways: `?prompt=123`
// stays text.

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

/** A text, or `undefined` if it is absent or empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `true` if the query says so, else `undefined`. */
export function flag(value: unknown): true | undefined {
  return value === "true" || value === true ? true : undefined;
}

/** A path inside this application to return to. Anything that could lead to another origin is dropped. */
export function localPath(value: unknown): string | undefined {
  return typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : undefined;
}
