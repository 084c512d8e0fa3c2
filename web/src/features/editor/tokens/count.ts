// Counts the tokens of a text as OpenAI's models since GPT-4o do (o200k). It loads a table of a megabyte, so only the
// worker imports it.
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { tokenParts } from "./split";

/** Counts by part of a text, so that a key costs one line. */
const known = new Map<string, number>();
const knownLimit = 20_000;

/** Text that looks like a special token is text. */
const asText = { disallowedSpecial: new Set<string>() };

export function exactTokens(text: string): number {
  let count = 0;
  for (const part of tokenParts(text)) {
    let of = known.get(part);
    if (of === undefined) {
      of = countTokens(part, asText);
      if (known.size >= knownLimit) known.clear();
      known.set(part, of);
    }
    count += of;
  }
  return count;
}
