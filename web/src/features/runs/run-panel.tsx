// Runs the prompt: the values, up to four columns of models and versions, their answers, and the runs so far.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ListPlus, Play, Plus, Square } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import type { PromptRun, StoredPrompt } from "@/api/generated/types.gen";
import { defaultAiConfig, type EditorDocument, type Provider } from "@/core";
import { Button } from "@/ui/button";
import { Segmented } from "@/ui/segmented";
import { useMediaQuery } from "@/ui/use-media-query";
import { answerOf } from "./answer";
import { ColumnView, credits } from "./column-view";
import { anotherColumn, type Column, MOST_COLUMNS } from "./columns";
import { Difference } from "./difference";
import { History } from "./history";
import { useRunEnded } from "./queries";
import { SettingsForm } from "./settings-form";
import {
  type Includes,
  type ModelChoice,
  useAsked,
  useEscape,
  useIsRunning,
  useQuotes,
  useRunning,
  type Values,
  type VersionText,
} from "./use-runs";

export interface RunPanelProps {
  document: EditorDocument;
  promptId: string | null;
  readOnly: boolean;
  /** Saves the prompt and returns it, or null if saving failed. */
  flush: () => Promise<StoredPrompt | null>;
  /** Counts the requests to run from outside the panel, such as by a key. */
  asked: number;
  values: Values;
  onValues: (values: Values) => void;
  /** Adds a test with these values. */
  onTest: (values: Values) => void;
  includes: Includes;
  /** The form of the values. */
  fill: ReactNode;
  /** The button that copies the rendered prompt. */
  copy: ReactNode;
  /** The models that can answer; null until they are loaded. */
  models: readonly ModelChoice[] | null;
  /** The providers with a key of the user's own. */
  own: ReadonlySet<Provider>;
  columns: readonly Column[];
  onColumns: (columns: readonly Column[]) => void;
  /** What to do if no model is available. */
  noProvider: ReactNode;
  /** The numbers of the versions, newest first. */
  versions: readonly string[];
  /** The texts of the versions that columns run, as far as they are loaded. */
  texts: ReadonlyMap<string, VersionText>;
}

export function RunPanel(props: RunPanelProps) {
  const { document, promptId, readOnly, values, onValues, includes, own, versions, columns } = props;
  const models = props.models ?? [];
  const setColumns = props.onColumns;
  const isNarrow = useMediaQuery("(max-width: 639px)");
  const isWide = useMediaQuery("(min-width: 80rem)");
  const revision = useSyncExternalStore(document.subscribeCounts, () => document.state().revision);
  // Whether Run was pressed without a model.
  const [isTold, setIsTold] = useState(false);
  const [shownId, setShownId] = useState<string>();
  const { quotes, problem } = useQuotes(document, revision, values, includes, props.texts, columns);
  const isRunning = useIsRunning(promptId, columns);
  const onEnded = useRunEnded();
  const { start, stop, isSaving } = useRunning({ ...props, columns, problem, onEnded });
  const isWithoutModels = props.models?.length === 0;
  const press = isWithoutModels ? () => setIsTold(true) : start;
  useAsked(document, props.asked, props.models !== null, press);
  useEscape(isRunning, stop);

  const charged = columns.map(({ provider }, at) => (own.has(provider) ? 0 : (quotes[at]?.price ?? null)));
  const budget = document.tokenBudget();
  const shown = columns.find(({ id }) => id === shownId) ?? columns[0];
  const addColumn = () => {
    const unused = models.find(({ model }) => !columns.some((column) => column.model === model));
    const added = anotherColumn(unused ?? models[0] ?? defaultAiConfig());
    setColumns([...columns, added]);
    setShownId(added.id);
  };
  const showAgain = (run: PromptRun) => {
    onValues(run.values as Values);
    const [first, ...others] = columns;
    if (!first) return;
    setColumns([{ ...first, provider: run.provider, model: run.model }, ...others]);
    setShownId(first.id);
    const answer = answerOf(promptId, first.id);
    if (!answer.isRunning()) answer.show(run);
  };
  return (
    <section aria-label={t`Run`} className="flex flex-col gap-5 p-5">
      {props.fill}
      <div className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          {isRunning ? (
            <Button variant="danger" onClick={stop} title={t`Stop (Esc)`}>
              <Square aria-hidden="true" /> <Trans>Stop</Trans>
            </Button>
          ) : (
            <Button variant="primary" disabled={readOnly || isSaving} onClick={press}>
              <Play aria-hidden="true" /> <Trans>Run</Trans>
            </Button>
          )}
          {props.copy}
          {!problem && !isWithoutModels && <Total charged={charged} />}
          <span className="ml-auto flex flex-wrap">
            {!readOnly && (
              <Button size="sm" variant="ghost" onClick={() => props.onTest(values)}>
                <ListPlus aria-hidden="true" /> <Trans>Test these values</Trans>
              </Button>
            )}
            {columns.length < MOST_COLUMNS && !isWithoutModels && (
              <Button size="sm" variant="ghost" onClick={addColumn}>
                <Plus aria-hidden="true" /> <Trans>Compare with another</Trans>
              </Button>
            )}
          </span>
        </div>
        {isTold && isWithoutModels && <div role="status">{props.noProvider}</div>}
        {problem && !isWithoutModels && <p className="text-sm text-brass">{problem}</p>}
        {readOnly && (
          <p className="text-sm text-muted">
            <Trans>Clone this prompt to run it.</Trans>
          </p>
        )}
      </div>
      {isNarrow && columns.length > 1 && !isWithoutModels && (
        <Segmented
          label={t`Answer`}
          value={shown?.id ?? ""}
          onChange={setShownId}
          options={columns.map(({ id, model }, index) => ({
            value: id,
            label: t`Answer ${index + 1}`,
            title: model,
          }))}
        />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(17rem,100%),1fr))] gap-4">
        {columns.map((column, index) =>
          isWithoutModels || (isNarrow && column !== shown) ? null : (
            <ColumnView
              key={column.id}
              promptId={promptId}
              title={document.details().title}
              column={column}
              number={index + 1}
              models={models}
              versions={versions}
              quote={{ price: charged[index] ?? null, tokens: quotes[index]?.tokens ?? null }}
              budget={budget}
              onChange={(next) => setColumns(columns.with(index, next))}
              onRemove={columns.length > 1 ? () => setColumns(columns.toSpliced(index, 1)) : undefined}
            />
          ),
        )}
      </div>
      <Difference promptId={promptId} columns={columns} isWide={isWide} />
      <SettingsForm document={document} readOnly={readOnly} models={models.map(({ model }) => model)} />
      {promptId && (
        <History promptId={promptId} readOnly={readOnly} onShow={showAgain} onTest={props.onTest} />
      )}
    </section>
  );
}

/** What all columns cost together. */
function Total({ charged }: { charged: readonly (number | null)[] }) {
  const total = charged.reduce<number>((sum, price) => sum + (price ?? 0), 0);
  return (
    <span className="text-sm text-muted tabular-nums">
      {total === 0 ? t`Free with your key` : credits(total)}
    </span>
  );
}
