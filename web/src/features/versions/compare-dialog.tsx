// Two versions of a prompt beside each other.
import { useMemo } from "react";
import type { Prompt } from "@/core";
import { comparePrompts, comparePromptsForList } from "@/core/compare";
import { ComparisonDialog } from "./comparison-dialog";
import type { CompareProps } from "./history-panel";
import { numberOf } from "./numbers";
import { useVersion } from "./queries";

export default function CompareDialog({ promptId, from, to, onClose }: CompareProps & { promptId: string }) {
  const older = useVersion(promptId, from.id);
  const newer = useVersion(promptId, to.id);
  // A snapshot has everything a prompt has, and more that the core does not look at.
  const [before, after] = [older.data as Prompt | undefined, newer.data as Prompt | undefined];
  const list = useMemo(
    () => before && after && comparePromptsForList(before, after).changes,
    [before, after],
  );
  const texts = useMemo(() => before && after && comparePrompts(before, after).changes, [before, after]);
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
