// Two versions of a component beside each other.
import { useMemo } from "react";
import { ComparisonDialog } from "./comparison-dialog";
import { componentChanges } from "./component-changes";
import { useComponentVersion } from "./component-queries";
import type { CompareProps } from "./history-panel";
import { numberOf } from "./numbers";

export default function CompareComponentsDialog({
  componentId,
  from,
  to,
  onClose,
}: CompareProps & { componentId: string }) {
  const older = useComponentVersion(componentId, from.id);
  const newer = useComponentVersion(componentId, to.id);
  const [before, after] = [older.data, newer.data];
  const texts = useMemo(() => before && after && componentChanges(before, after), [before, after]);
  // The texts stand below in full; the list only names what changed.
  const list = useMemo(
    () => texts?.map((change) => ({ ...change, old_value: null, new_value: null })),
    [texts],
  );
  return (
    <ComparisonDialog
      from={numberOf(from)}
      to={numberOf(to)}
      error={older.error ?? newer.error}
      list={list}
      texts={texts}
      onClose={onClose}
    />
  );
}
