// The tests of a prompt as its document has them.
import { plural, t } from "@lingui/core/macro";
import { useMemo, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import {
  type Check,
  type CheckKind,
  checkTests,
  type EditorDocument,
  type JsonValue,
  newId,
  type TestCase,
} from "@/core";
import { labelOf, truncate, words } from "@/core/lists";

export type Values = Readonly<Record<string, unknown>>;

/** The tests, read again when the document changes. */
export function useTests(document: EditorDocument): readonly TestCase[] {
  const revision = useSyncExternalStore(document.subscribe, () => document.state().revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision stands for the text of the document.
  return useMemo(() => testsOf(document), [document, revision]);
}

function testsOf(document: EditorDocument): readonly TestCase[] {
  const stored: unknown = document.tests();
  if (!Array.isArray(stored)) return [];
  return stored.filter(isTest).map((test: TestCase, at) => ({
    ...test,
    id: test.id || String(at + 1),
    values: test.values ?? {},
    checks: test.checks ?? [],
  }));
}

function isTest(value: unknown): value is TestCase {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a model has to answer before a test is known, as long as the server has not said. */
export const needsModel = ({ checks }: TestCase): boolean => checks.some(({ on }) => on !== "prompt");

export function setTests(document: EditorDocument, tests: readonly TestCase[]): void {
  document.apply({ op: "set_tests", tests: tests.length > 0 ? (tests as unknown as JsonValue) : null });
}

/** Adds a test with these values at the end, and returns its id. */
export function addTest(document: EditorDocument, values: Values, checks: Check[] = []): string {
  const id = newId();
  const filled = Object.entries(values).filter(([, value]) => value !== undefined);
  const test = { id, values: Object.fromEntries(filled) as TestCase["values"], checks };
  setTests(document, [...testsOf(document), test]);
  return id;
}

/** Why a test that replaces another is not valid, with the field; null if it is. */
export function problemOf(test: TestCase, stood: TestCase): { field: string; message: string } | null {
  try {
    checkTests([test as unknown as JsonValue], [stood as unknown as JsonValue]);
    return null;
  } catch (error) {
    const field = (error as { field?: string }).field ?? "";
    return { field: field.replace(/^tests\[0\]\.?/, ""), message: messageOf(error) };
  }
}

/** Its title, or its number. */
export const nameOf = (test: TestCase, at: number): string => test.title || t`Test ${at + 1}`;

/** The values of a test in one line. */
export function summaryOf(values: Values): string {
  const parts = Object.entries(values).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return `${name}: ${truncate(text.replaceAll(/\s+/g, " "), 40)}`;
  });
  return parts.join(" · ");
}

/** A check in one line. */
export function checkLabel({ kind, value, on }: Check): string {
  const wanted = wantedBy(kind, value);
  return on === "prompt" ? t`Prompt: ${wanted}` : wanted;
}

function wantedBy(kind: CheckKind, value: JsonValue): string {
  const label = labelOf(words.check_kinds, kind);
  const limit = Number(value);
  const text = truncate(textOf(kind, value), 60);
  switch (kind) {
    case "max_characters":
      return plural(limit, { one: "At most # character", other: "At most # characters" });
    case "max_tokens":
      return plural(limit, { one: "At most # token", other: "At most # tokens" });
    case "json_schema":
      return label;
    default:
      return t`${label} “${text}”`;
  }
}

/** The value of a check as it is typed. */
export function textOf(kind: CheckKind, value: JsonValue): string {
  if (kind === "forbidden_words" && Array.isArray(value)) return value.join(", ");
  if (kind === "json_schema") return typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return value === null ? "" : String(value);
}

/** What is typed as the value of a check. What cannot be read stays a text, which the core rejects. */
export function readValue(kind: CheckKind, text: string): JsonValue {
  switch (kind) {
    case "forbidden_words":
      return text
        .split(/[,\n]/)
        .map((word) => word.trim())
        .filter(Boolean);
    case "max_characters":
    case "max_tokens":
      return /^\d+$/.test(text.trim()) ? Number(text) : text;
    case "json_schema":
      try {
        return JSON.parse(text) as JsonValue;
      } catch {
        return text;
      }
    default:
      return text;
  }
}
