// Two versions of a prompt beside each other.
import { useMemo, useState } from "react";
import type { Prompt } from "@/core";
import { comparePrompts, comparePromptsForList } from "@/core";
import { ComparisonDialog } from "./comparison-dialog";
import type { CompareProps } from "./history-panel";
import { nameOf, type Side } from "./numbers";
import { useVersion } from "./queries";

interface CompareDialogProps extends CompareProps {
  promptId: string;
  /** The prompt as it is written now, saved or not. */
  current: () => Prompt;
}

export default function CompareDialog({ promptId, current, from, to, onClose }: CompareDialogProps) {
  // A whole prompt leaves WebAssembly: once, when the dialog opens, in front of which nobody types.
  const [now] = useState(() => (from === "current" || to === "current" ? current() : undefined));
  const older = useSide(promptId, from, now);
  const newer = useSide(promptId, to, now);
  const [before, after] = [older.prompt, newer.prompt];
  const list = useMemo(
    () => before && after && comparePromptsForList(before, after).changes,
    [before, after],
  );
  const texts = useMemo(() => before && after && comparePrompts(before, after).changes, [before, after]);
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

function useSide(promptId: string, side: Side, now: Prompt | undefined) {
  const version = useVersion(promptId, side === "current" ? null : side.id);
  // A snapshot has everything a prompt has, and more that the core does not look at.
  return side === "current"
    ? { prompt: now, error: null }
    : { prompt: version.data as Prompt | undefined, error: version.error };
}
