// One conflict: both sides with their differences marked, and the choice between them.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useMemo } from "react";
import { diffText } from "@/core";
import { type Conflict, labelOf, type MergeChoice, words } from "@/core/lists";
import { cn } from "@/ui/cn";
import { Textarea } from "@/ui/input";

interface ConflictQuestionProps {
  conflict: Conflict;
  /** The name of its place in the editor; null shows the path. */
  place: string | null;
  choice: MergeChoice | undefined;
  onChoose: (choice: MergeChoice) => void;
}

/** Shows all lines: conflicting texts are rarely long. */
const wholeContext = 100_000;

export function ConflictQuestion({ conflict, place, choice, onChoose }: ConflictQuestionProps) {
  const { path, kind, mine, theirs } = conflict;
  const name = useId();
  // Two texts can be joined or rewritten; other values cannot.
  const isText = kind === "text";
  const take = (take: MergeChoice["take"], text?: string) =>
    onChoose({ path, take, ...(text !== undefined && { text }) });
  const takes = words.merge_takes.filter(({ value }) =>
    value === "both" || value === "written" ? isText : true,
  );
  return (
    <fieldset className="rounded-control border">
      <legend className="sr-only">{place ?? path}</legend>
      <div className="border-b bg-ground px-3 py-1.5">
        <p className="font-semibold wrap-anywhere">
          {place && <span>{place}: </span>}
          {labelOf(words.conflict_kinds, kind)}
        </p>
        {!place && <p className="font-mono text-xs text-muted wrap-anywhere">{path}</p>}
      </div>
      <div className="grid md:grid-cols-2 md:divide-x max-md:divide-y">
        <Side
          title={t`My version`}
          text={mine}
          other={theirs}
          isChosen={choice?.take === "mine" || choice?.take === "both"}
        />
        <Side
          title={t`Their version`}
          text={theirs}
          other={mine}
          isChosen={choice?.take === "theirs" || choice?.take === "both"}
        />
      </div>
      <div className="flex flex-wrap gap-x-5 gap-y-1.5 border-t px-3 py-2">
        {takes.map(({ value, label }) => (
          <label key={value} className="flex items-center gap-2">
            <input
              type="radio"
              name={name}
              className="accent-(--accent-strong)"
              checked={choice?.take === value}
              onChange={() => take(value, value === "written" ? both(mine, theirs) : undefined)}
            />
            {label}
          </label>
        ))}
      </div>
      {choice?.take === "written" && (
        <div className="border-t p-3">
          <Textarea
            aria-label={t`Your own text for ${place ?? path}`}
            rows={4}
            className="field-sizing-content max-h-80"
            value={choice.text ?? ""}
            onChange={(event) => take("written", event.target.value)}
          />
        </div>
      )}
    </fieldset>
  );
}

/** The initial text of a manual merge: mine, then theirs, each on its own lines. */
function both(mine: string | null, theirs: string | null): string {
  if (!mine || !theirs) return mine ?? theirs ?? "";
  return mine.endsWith("\n") ? mine + theirs : `${mine}\n${theirs}`;
}

interface SideProps {
  title: string;
  text: string | null;
  other: string | null;
  isChosen: boolean;
}

function Side({ title, text, other, isChosen }: SideProps) {
  // The other side is the old text of the diff, which marks the additions of this side.
  const rows = useMemo(() => diffText(other ?? "", text ?? "", wholeContext).rows, [text, other]);
  return (
    <div className={cn("min-w-0 p-3", isChosen && "bg-accent-wash")}>
      <p className="mb-1 text-sm font-semibold text-muted">{title}</p>
      {text === null ? (
        <p className="text-muted italic">
          <Trans>Removed</Trans>
        </p>
      ) : (
        <div className="font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {rows.map(
            (row) =>
              row.new && (
                <div key={row.new.line}>
                  {row.new.spans.map((span, index) =>
                    span.changed ? (
                      // biome-ignore lint/suspicious/noArrayIndexKey: spans are identified by position.
                      <mark key={index} className="rounded-[0.2rem] bg-brass-fill/40 text-inherit">
                        {span.text}
                      </mark>
                    ) : (
                      // biome-ignore lint/suspicious/noArrayIndexKey: spans are identified by position.
                      <span key={index}>{span.text}</span>
                    ),
                  )}
                  {row.new.spans.length === 0 && "\u200B"}
                </div>
              ),
          )}
        </div>
      )}
    </div>
  );
}
