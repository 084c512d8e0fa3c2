// Finds the texts of the core's lists for the catalogues: labels, messages, features of plans and answers of the
// onboarding in web/src/core/generated/lists.ts, which `make gen` writes, and the fields of assets in the core itself.
import { generateMessageId } from "@lingui/message-utils/generateMessageId";

interface Extracted {
  id: string;
  message: string;
  context: undefined;
  comments: string[];
  origin: [string, number];
  placeholders: Record<string, string>;
}

/** Parts of the file whose strings are all texts. */
const whole = /export const (?:messages|onboardingOptions)\b[\s\S]*?\n};|"features": \[[\s\S]*?\]/g;

function textsOf(file: string, code: string): string[] {
  if (file.endsWith(".rs")) {
    const texts = [...code.matchAll(/"((?:[A-Z]|\\.)(?:[^"\\]|\\.)*)"/g)].map(([, text]) => text ?? "");
    return texts.map((text) => text.replace(/\\\n\s*/g, "").replaceAll('\\"', '"'));
  }
  const labels = [...code.matchAll(/"label": "([^"]+)"/g)].map(([, label]) => label ?? "");
  const others = [...code.matchAll(whole)].flatMap(([part]) =>
    [...part.matchAll(/"([^"]+)"(?=,?\n)/g)].map(([, text]) => text ?? ""),
  );
  return [...new Set([...labels, ...others])];
}

export const listsExtractor = {
  match: (file: string) => /core\/generated\/lists\.ts$|asset\/fields\.rs$/.test(file),
  extract(file: string, code: string, found: (text: Extracted) => void) {
    for (const message of textsOf(file, code)) {
      const id = generateMessageId(message);
      found({ id, message, context: undefined, comments: [], origin: [file, 1], placeholders: {} });
    }
  },
};
