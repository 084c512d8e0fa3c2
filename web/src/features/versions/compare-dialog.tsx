// Two versions of a prompt or component beside each other.
import { useMemo, useState } from "react";
import { ComparisonDialog } from "./comparison-dialog";
import type { RecordHistory } from "./history";
import { current, type Numbered, nameOf, type Side } from "./numbers";

export interface CompareProps {
  from: Side;
  to: Side;
  onClose: () => void;
}

interface CompareDialogProps<Text> extends CompareProps {
  history: Pick<RecordHistory<Numbered & { id: string }, Text>, "useVersion" | "compare">;
  recordId: string;
  /** The current text, saved or not. */
  now: () => Text;
}

export default function CompareDialog<Text>(props: CompareDialogProps<Text>) {
  const { history, recordId, from, to, onClose } = props;
  // Copies the text out of WebAssembly once, when the modal dialog opens: it cannot change meanwhile.
  const [now] = useState(() => ([from, to].includes(current) ? props.now() : undefined));
  const older = history.useVersion(recordId, from === current ? null : from);
  const newer = history.useVersion(recordId, to === current ? null : to);
  const before = from === current ? now : older.data;
  const after = to === current ? now : newer.data;
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
