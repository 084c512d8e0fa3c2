/** A text as it may be stored: halves of characters and NUL, which none holds, are shown as what could not be read. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** An object of which every text is one that may be stored; what nests in it is left as it is. */
export function storable<T extends object>(of: T): T {
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [
      name,
      typeof value === "string" ? storableText(value) : value,
    ]),
  ) as T;
}
