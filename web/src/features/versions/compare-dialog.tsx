// Two versions of a prompt or component beside each other.
import { useMemo, useState } from "react";
import { ComparisonDialog } from "./comparison-dialog";
import type { RecordHistory } from "./history";
import type { CompareProps } from "./history-panel";
import { type Numbered, nameOf, numberOf, type Side } from "./numbers";

interface CompareDialogProps<Text> extends CompareProps {
  history: Pick<RecordHistory<Numbered & { id: string }, Text>, "useVersion" | "compare">;
  recordId: string;
  /** The current text, saved or not. */
  current: () => Text;
}

export default function CompareDialog<Text>(props: CompareDialogProps<Text>) {
  const { history, recordId, current, from, to, onClose } = props;
  // Copies the prompt out of WebAssembly once, when the modal dialog opens: it cannot change meanwhile.
  const [now] = useState(() => (from === "current" || to === "current" ? current() : undefined));
  const older = history.useVersion(recordId, numberOrNull(from));
  const newer = history.useVersion(recordId, numberOrNull(to));
  const before = from === "current" ? now : older.data;
  const after = to === "current" ? now : newer.data;
  const changes = useMemo(() => before && after && history.compare(before, after), [history, before, after]);
  return (
    <ComparisonDialog
      from={nameOf(from)}
      to={nameOf(to)}
      error={older.error ?? newer.error}
      list={changes?.list}
      texts={changes?.texts}
      onClose={onClose}
    />
  );
}

function numberOrNull(side: Side): string | null {
  return side === "current" ? null : numberOf(side);
}
