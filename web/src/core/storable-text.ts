/** The text as it can be stored: unpaired surrogates and NUL become the replacement character. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** An object with each of its texts made storable. Nested values stay as they are. */
export function storable<T extends object>(of: T): T {
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      name,
      typeof value === "string" ? storableText(value) : value,
    ]),
  ) as T;
}
