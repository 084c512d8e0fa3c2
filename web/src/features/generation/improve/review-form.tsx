// Reviews the model's proposal change by change: each is accepted or rejected, and a rejected part stays
// unchanged.
import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMemo, useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import {
  type Change,
  type Content,
  chooseImprovement,
  diffText,
  type EditorDocument,
  labelOf,
  reviewImprovement,
  words,
} from "@/core";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { DiffView } from "@/ui/diff-view";
import { Segmented } from "@/ui/segmented";
import { toast } from "@/ui/toast";

interface ReviewFormProps {
  title: string;
  document: EditorDocument;
  proposed: Content;
  /** The credits that it cost; 0 with a key of one's own. */
  cost: number;
  /** Requests another proposal. */
  onAgain: () => void;
  onApplied: () => void;
  /** Closes the form and reports the number of changes discarded. */
  onClose: (changes: number) => void;
}

const tones = { added: "success", removed: "danger", modified: "accent", moved: "outline" } as const;

export function ReviewForm({
  title,
  document: prompt,
  proposed,
  cost,
  onAgain,
  onApplied,
  onClose,
}: ReviewFormProps) {
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  // The diff is against the current prompt, which an undo may have changed meanwhile.
  const revision = useSyncExternalStore(prompt.subscribe, () => prompt.state().revision);
  const changes = useMemo(() => {
    void revision;
    return reviewImprovement(prompt.record(), proposed);
  }, [prompt, revision, proposed]);
  const accepted = useMemo(
    () => changes.map(({ path }) => path).filter((path) => !refused.has(path)),
    [changes, refused],
  );
  const { content, warnings } = useMemo(() => {
    void revision;
    return chooseImprovement(prompt.record(), proposed, accepted);
  }, [prompt, revision, proposed, accepted]);

  const decide = (path: string, accept: boolean) => {
    const next = new Set(refused);
    if (accept) next.delete(path);
    else next.add(path);
    setRefused(next);
  };
  const apply = () => {
    try {
      prompt.endStep();
      prompt.apply({ op: "set_content", content });
      toast.success(plural(accepted.length, { one: "# change applied", other: "# changes applied" }), {
        description: t`Undo takes it back.`,
      });
      onApplied();
    } catch (error) {
      toast.error(t`The changes could not be applied`, { description: messageOf(error) });
    }
  };

  return (
    <Dialog
      open
      onOpenChange={() => onClose(changes.length)}
      title={title}
      size="lg"
      footer={
        <>
          <Button onClick={onAgain} className="mr-auto">
            <Trans>Ask again</Trans>
          </Button>
          <Button onClick={() => onClose(changes.length)}>
            {changes.length > 0 ? t`Discard` : t`Close`}
          </Button>
          {changes.length > 0 && (
            <Button variant="primary" disabled={accepted.length === 0} onClick={apply}>
              {accepted.length === changes.length
                ? t`Apply all`
                : t`Apply ${accepted.length} of ${changes.length}`}
            </Button>
          )}
        </>
      }
    >
      {cost > 0 && (
        <p className="mb-3 text-sm text-muted">
          <Plural
            value={cost}
            one="This improvement cost # credit."
            other="This improvement cost # credits."
          />
        </p>
      )}
      {changes.length === 0 ? (
        <p>
          <Trans>The model found nothing to change.</Trans> {cost === 0 && t`Nothing was charged.`}
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p role="status">
              {plural(changes.length, {
                one: `# change, ${accepted.length} accepted.`,
                other: `# changes, ${accepted.length} accepted.`,
              })}
            </p>
            <div className="flex gap-2">
              <Button size="sm" onClick={() => setRefused(new Set())}>
                <Trans>Accept all</Trans>
              </Button>
              <Button size="sm" onClick={() => setRefused(new Set(changes.map(({ path }) => path)))}>
                <Trans>Reject all</Trans>
              </Button>
            </div>
          </div>
          {warnings.map((warning) => (
            <Alert key={warning.code} tone="warning" title={warning.message}>
              {warning.hint}
            </Alert>
          ))}
          <ol aria-label={t`Changes`} className="flex flex-col gap-4">
            {changes.map((change) => (
              <li key={`${change.type} ${change.path}`}>
                <ReviewChange
                  change={change}
                  isAccepted={!refused.has(change.path)}
                  onDecide={(accept) => decide(change.path, accept)}
                />
              </li>
            ))}
          </ol>
        </div>
      )}
    </Dialog>
  );
}

interface ReviewChangeProps {
  change: Change;
  isAccepted: boolean;
  onDecide: (accept: boolean) => void;
}

/** Unchanged lines shown around a change. */
const context = 3;

function ReviewChange({ change, isAccepted, onDecide }: ReviewChangeProps) {
  const { old_value: before, new_value: after, description } = change;
  const diff = useMemo(() => diffText(before ?? "", after ?? "", context), [before, after]);
  return (
    <article aria-label={description} className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="flex min-w-0 flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          <Badge tone={tones[change.type]}>{labelOf(words.change_types, change.type)}</Badge>
          {description}
        </h3>
        <Segmented
          label={description}
          options={[
            { value: "accept", label: t`Accept` },
            { value: "refuse", label: t`Reject` },
          ]}
          value={isAccepted ? "accept" : "refuse"}
          onChange={(choice) => onDecide(choice === "accept")}
        />
      </div>
      <DiffView
        label={t`Difference: ${description}`}
        rows={diff.rows}
        lines={diff.lines}
        layout="unified"
        left={0}
        onMore={() => {}}
      />
      {!isAccepted && (
        <p className="text-sm text-muted">
          <Trans>Rejected: this stays as it is.</Trans>
        </p>
      )}
    </article>
  );
}
