// What is typed of a test and cannot be stored yet, such as a check without a value. It is kept in this tab, so that
// another view or a reload loses nothing.
import type { TestCase } from "@/core";
import type { TypedCheck } from "./check-fields";

/** A test as it is typed. */
export interface Typed {
  title: string;
  values: Record<string, unknown>;
  checks: readonly TypedCheck[];
}

interface Unfinished {
  /** The stored test that it was typed over. */
  stored: TestCase;
  typed: Typed;
}

const keyOf = (promptId: string | null, test: string) => `unfinished-test ${promptId ?? "new"} ${test}`;

/** Keeps what is typed over a stored test. */
export function keepUnfinished(promptId: string | null, stored: TestCase, typed: Typed): void {
  try {
    const unfinished: Unfinished = { stored, typed };
    sessionStorage.setItem(keyOf(promptId, stored.id), JSON.stringify(unfinished));
  } catch {
    // No storage, or it is full: the form still has it.
  }
}

export function forgetUnfinished(promptId: string | null, test: string): void {
  try {
    sessionStorage.removeItem(keyOf(promptId, test));
  } catch {
    // No storage.
  }
}

/** What was typed over this test; null if there is nothing, or the test has changed since. */
export function unfinishedOf(promptId: string | null, test: TestCase): Typed | null {
  try {
    const kept = sessionStorage.getItem(keyOf(promptId, test.id));
    if (!kept) return null;
    const { stored, typed } = JSON.parse(kept) as Unfinished;
    return JSON.stringify(stored) === JSON.stringify(test) ? typed : null;
  } catch {
    return null;
  }
}
