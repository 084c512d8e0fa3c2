// The difference between two answers, word by word.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState, useSyncExternalStore } from "react";
import { diffText } from "@/core";
import { Button } from "@/ui/button";
import { DiffView } from "@/ui/diff-view";
import { Select } from "@/ui/select";
import { answerOf } from "./answer";
import type { Column } from "./columns";

/** Unchanged lines shown around a change. */
const context = 3;
/** Rows drawn at first. */
const step = 400;

interface DifferenceProps {
  promptId: string | null;
  columns: readonly Column[];
  /** Whether there is room for two texts side by side. */
  isWide: boolean;
}

/** Compares two of the answers, once there are two. */
export function Difference({ promptId, columns, isWide }: DifferenceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const answered = useAnswered(promptId, columns);
  const [old, setOld] = useState<string>();
  const [next, setNext] = useState<string>();
  if (answered.length < 2) return null;
  const from = answered.find(({ id }) => id === old) ?? answered[0];
  const to =
    answered.find(({ id }) => id === next && id !== from?.id) ?? answered.find(({ id }) => id !== from?.id);
  if (!from || !to) return null;
  const options = columns.flatMap((column, index) =>
    answered.includes(column) ? [{ value: column.id, label: nameOf(column, index) }] : [],
  );
  const labelOf = (column: Column) => nameOf(column, columns.indexOf(column));
  return (
    <section aria-label={t`Difference between answers`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? t`Hide the difference` : t`Show the difference`}
        </Button>
        {isOpen && answered.length > 2 && (
          <>
            <Select
              aria-label={t`Compare`}
              value={from.id}
              options={options}
              onChange={({ target }) => setOld(target.value)}
            />
            <Select
              aria-label={t`With`}
              value={to.id}
              options={options}
              onChange={({ target }) => setNext(target.value)}
            />
          </>
        )}
      </div>
      {isOpen && (
        <Texts
          before={answerOf(promptId, from.id).text()}
          after={answerOf(promptId, to.id).text()}
          names={{ old: labelOf(from), new: labelOf(to) }}
          isWide={isWide}
        />
      )}
    </section>
  );
}

const nameOf = ({ model, version }: Column, index: number): string =>
  `${index + 1}: ${model}${version ? ` · ${version}` : ""}`;

/** The columns whose answers have ended with a text. */
function useAnswered(promptId: string | null, columns: readonly Column[]): readonly Column[] {
  const ended = useSyncExternalStore(
    (listener) => {
      const ends = columns.map(({ id }) => answerOf(promptId, id).subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    () =>
      columns
        .filter(({ id }) => {
          const answer = answerOf(promptId, id);
          return answer.state().status === "done" && answer.text() !== "";
        })
        .map(({ id }) => id)
        .join(" "),
  );
  return columns.filter(({ id }) => ended.split(" ").includes(id));
}

interface TextsProps {
  before: string;
  after: string;
  names: { old: string; new: string };
  isWide: boolean;
}

function Texts({ before, after, names, isWide }: TextsProps) {
  const [most, setMost] = useState(step);
  const diff = useMemo(() => diffText(before, after, context, most), [before, after, most]);
  if (before === after)
    return (
      <p className="text-muted">
        <Trans>Both answers are the same.</Trans>
      </p>
    );
  return (
    <DiffView
      label={t`Difference of ${names.old} and ${names.new}`}
      rows={diff.rows}
      lines={diff.lines}
      layout={isWide ? "side by side" : "unified"}
      names={names}
      left={diff.left}
      onMore={() => setMost(most + step * 4)}
    />
  );
}
