// The values last filled in, by user and prompt, and the form in which text was copied last. Both stay in this
// browser.
import { useCallback } from "react";
import { create } from "zustand";
import { useSession } from "@/api/session";
import type { CopyFormat } from "@/core";
import { words } from "@/core/lists";
import { readLocal, writeLocal } from "@/lib/storage";

export type Values = Readonly<Record<string, unknown>>;

/** What this page or another tab wrote, by storage key. */
const useWritten = create<Record<string, string | null>>(() => ({}));

window.addEventListener("storage", ({ key, newValue }) => {
  if (key !== null && key in useWritten.getState()) useWritten.setState({ [key]: newValue });
});

function useStored(key: string): [string | null, (text: string | null) => void] {
  const text = useWritten((written) => (key in written ? (written[key] ?? null) : readLocal(key)));
  const write = useCallback(
    (next: string | null) => {
      writeLocal(key, next);
      useWritten.setState({ [key]: next });
    },
    [key],
  );
  return [text, write];
}

const none: Values = {};
// Parsed values by key, so that unchanged values keep their identity between renders.
const cache = new Map<string, { text: string; values: Values }>();

const keyOf = (userId: string, promptId: string | null) => `promptcase.values.${userId}.${promptId ?? "new"}`;

/** Gives the values of a prompt that was never saved to the prompt that it became. */
export function moveNewValues(userId: string, promptId: string): void {
  const [from, to] = [keyOf(userId, null), keyOf(userId, promptId)];
  const text = useWritten.getState()[from] ?? readLocal(from);
  if (text === null) return;
  for (const [key, value] of [
    [to, text],
    [from, null],
  ] as const) {
    writeLocal(key, value);
    useWritten.setState({ [key]: value });
  }
}

/** A prompt's values and a setter. A prompt that was never saved has an id of null. */
export function useValues(promptId: string | null): [Values, (values: Values) => void] {
  const key = keyOf(useSession()?.id ?? "guest", promptId);
  const [text, write] = useStored(key);
  const known = parsed(key, text);
  const set = useCallback(
    (next: Values) => {
      // Another tab may have written other values meanwhile: only what changes here is replaced.
      const kept = parsed(key, readLocal(key));
      const changed = Object.keys({ ...known, ...next }).filter((name) => known[name] !== next[name]);
      const merged = { ...kept, ...Object.fromEntries(changed.map((name) => [name, next[name]])) };
      const filled = Object.entries(merged).filter(([, value]) => value !== undefined && value !== "");
      write(filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : null);
    },
    [key, known, write],
  );
  return [known, set];
}

function parsed(key: string, text: string | null): Values {
  if (text === null) return none;
  const cached = cache.get(key);
  if (cached?.text === text) return cached.values;
  let values = none;
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read === "object" && read !== null && !Array.isArray(read)) values = read as Values;
  } catch {
    // Storage that was edited by hand holds no values.
  }
  cache.set(key, { text, values });
  return values;
}

/** The form in which text is copied, as chosen last. */
export function useCopyFormat(): [CopyFormat, (format: CopyFormat) => void] {
  const [stored, write] = useStored("promptcase.copy-format");
  return [words.copy_formats.find(({ value }) => value === stored)?.value ?? "text", write];
}
