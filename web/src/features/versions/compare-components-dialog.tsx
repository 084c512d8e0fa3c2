// Two versions of a component beside each other.
import { useMemo } from "react";
import type { Component } from "@/api/generated/types.gen";
import { ComparisonDialog } from "./comparison-dialog";
import { componentChanges } from "./component-changes";
import { useComponentVersion } from "./component-queries";
import type { CompareProps } from "./history-panel";
import { nameOf, type Side } from "./numbers";

interface CompareComponentsDialogProps extends CompareProps {
  componentId: string;
  /** What the component holds now, saved or not. */
  current: Component;
}

export default function CompareComponentsDialog(props: CompareComponentsDialogProps) {
  const { componentId, current, from, to, onClose } = props;
  const older = useComponentVersion(componentId, idOf(from));
  const newer = useComponentVersion(componentId, idOf(to));
  const before = from === "current" ? current : older.data;
  const after = to === "current" ? current : newer.data;
  const texts = useMemo(() => before && after && componentChanges(before, after), [before, after]);
  // The texts stand below in full; the list only names what changed.
  const list = useMemo(
    () => texts?.map((change) => ({ ...change, old_value: null, new_value: null })),
    [texts],
  );
  return (
    <ComparisonDialog
      from={nameOf(from)}
      to={nameOf(to)}
      error={older.error ?? newer.error}
      list={list}
      texts={texts}
      onClose={onClose}
    />
  );
}

function idOf(side: Side): string | null {
  return side === "current" ? null : side.id;
}
