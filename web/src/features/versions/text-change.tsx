// One changed text of a comparison.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { memo, useMemo, useState } from "react";
import { diffText } from "@/core";
import { DiffView } from "@/ui/diff-view";

interface TextChangeProps {
  title: string;
  before: string;
  after: string;
  layout: "side by side" | "unified";
  names: { old: string; new: string };
}

/** Unchanged lines shown around a change. */
const context = 3;

/** Rows rendered at first; a difference of thousands of lines expands in steps. */
const step = 400;

export const TextChange = memo(function TextChange({ title, before, after, layout, names }: TextChangeProps) {
  const [most, setMost] = useState(step);
  const diff = useMemo(() => diffText(before, after, context, most), [before, after, most]);
  return (
    <article aria-label={title} className="flex flex-col gap-1.5">
      <h4 className="font-semibold wrap-anywhere">{title}</h4>
      {diff.only_line_ends_differ && (
        <p className="text-sm text-muted">
          <Trans>Only line ends differ.</Trans>
        </p>
      )}
      <DiffView
        label={t`Difference: ${title}`}
        rows={diff.rows}
        lines={diff.lines}
        layout={layout}
        names={names}
        left={diff.left}
        onMore={() => setMost(most + step * 4)}
      />
    </article>
  );
});
