// The columns of the run panel: the models and versions that a prompt runs on. They stay in this browser, by user
// and prompt.
import { useMemo } from "react";
import { create } from "zustand";
import { useUser } from "@/api/session";
import type { Provider } from "@/core";
import { words } from "@/core/lists";
import { randomId } from "@/lib/random-id";
import { readLocal, writeLocal } from "@/lib/storage";

export interface Column {
  id: string;
  provider: Provider;
  model: string;
  /** A version number; null for the current text. */
  version: string | null;
}

/** The most columns side by side. */
export const MOST_COLUMNS = 4;

const keyOf = (userId: string, promptId: string | null) =>
  `promptcase.run-columns.${userId}.${promptId ?? "new"}`;

/** What this page chose, by storage key. A panel that is open follows it, as when a new prompt gets its id. */
const useChosen = create<Record<string, readonly Column[]>>(() => ({}));

export function storeColumns(userId: string, promptId: string | null, columns: readonly Column[]): void {
  const key = keyOf(userId, promptId);
  writeLocal(key, JSON.stringify(columns));
  useChosen.setState({ [key]: columns });
}

/** The columns that were chosen last, or one with the first choice; and a setter. */
export function useColumns(
  promptId: string | null,
  { provider, model }: Pick<Column, "provider" | "model">,
): [readonly Column[], (columns: readonly Column[]) => void] {
  const userId = useUser().id;
  const key = keyOf(userId, promptId);
  const written = useChosen((all) => all[key]);
  const stored = useMemo(() => parse(readLocal(key)), [key]);
  const chosen = written ?? stored;
  const first = useMemo(() => [{ id: "first", provider, model, version: null }], [provider, model]);
  const set = (columns: readonly Column[]) => storeColumns(userId, promptId, columns);
  return [chosen.length > 0 ? chosen : first, set];
}

/** A column with a model and the current text. */
export const anotherColumn = ({ provider, model }: Pick<Column, "provider" | "model">): Column => ({
  id: randomId(),
  provider,
  model,
  version: null,
});

function parse(text: string | null): readonly Column[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.filter(isColumn).slice(0, MOST_COLUMNS) : [];
  } catch {
    // Storage that was edited by hand holds no columns.
    return [];
  }
}

function isColumn(column: Partial<Column> | null): column is Column {
  return (
    typeof column?.id === "string" &&
    typeof column.model === "string" &&
    (column.version === null || typeof column.version === "string") &&
    words.providers.some(({ value }) => value === column.provider)
  );
}
