/** A text as it may be stored: halves of characters and NUL, which none holds, are shown as what could not be read. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}
