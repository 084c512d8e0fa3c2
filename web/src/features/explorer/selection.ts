// The selected items of the list, for bulk actions.
import { useMemo, useState } from "react";
import type { PromptSummary } from "./queries";

export interface Selection {
  has: (id: string) => boolean;
  /** The selected items among those listed now, in list order. */
  chosen: readonly PromptSummary[];
  /** Toggles one item; with `range`, selects everything from the last one to this one. */
  toggle: (id: string, range: boolean) => void;
  chooseAll: () => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

const none: ReadonlySet<string> = new Set();

export function useSelection(items: readonly PromptSummary[]): Selection {
  const [ids, setIds] = useState(none);
  // The start of a range: the item clicked last.
  const [anchor, setAnchor] = useState<string | null>(null);
  const chosen = useMemo(() => items.filter(({ id }) => ids.has(id)), [items, ids]);
  return {
    has: (id) => ids.has(id),
    chosen,
    toggle: (id, range) => {
      setIds((before) => (range && anchor ? withRange(before, items, anchor, id) : toggled(before, id)));
      setAnchor(id);
    },
    chooseAll: () => setIds(new Set(items.map(({ id }) => id))),
    drop: (gone) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
    clear: () => {
      setIds(none);
      setAnchor(null);
    },
  };
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before);
  if (!after.delete(id)) after.add(id);
  return after;
}

function withRange(
  before: ReadonlySet<string>,
  items: readonly PromptSummary[],
  from: string,
  to: string,
): ReadonlySet<string> {
  const ends = [from, to].map((id) => items.findIndex((item) => item.id === id)).sort((a, b) => a - b);
  const [first = -1, last = -1] = ends;
  if (first < 0) return toggled(before, to);
  return new Set([...before, ...items.slice(first, last + 1).map(({ id }) => id)]);
}
