// The tests of a prompt: a table of every test on every chosen model and version.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Play, Plus, Sparkles, Square } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { messageOf } from "@/api/client";
import type { StoredPrompt, TestResult } from "@/api/generated/types.gen";
import type { EditorDocument, Prompt, TestCase, VariableUse } from "@/core";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { NotLoaded } from "@/ui/not-loaded";
import { ColumnChoice, type ModelChoice } from "./columns";
import { runIn, type TestColumn, useReport, useTestEnded, verdictOf } from "./results";
import type { TestFormProps } from "./test-form";
import { TestRow } from "./test-row";
import { type Job, runnerOf } from "./test-runner";
import { addTest, nameOf, needsModel, useTests, type Values } from "./tests";

/** A text that tests run on, with the prompts that it includes. */
interface Tested {
  document: EditorDocument;
  includes: Readonly<Record<string, Prompt>>;
}

export interface TestsPanelProps {
  document: EditorDocument;
  promptId: string | null;
  readOnly: boolean;
  /** The number of the saved text. */
  saved: string | null;
  /** Saves the prompt and returns it, or null if saving failed. */
  flush: () => Promise<StoredPrompt | null>;
  variables: readonly VariableUse[];
  valueField: TestFormProps["valueField"];
  includes: Readonly<Record<string, Prompt>>;
  models: readonly ModelChoice[];
  versions: readonly string[];
  /** The texts of the versions in the columns, as far as they are loaded. */
  texts: ReadonlyMap<string, Tested>;
  columns: readonly TestColumn[];
  onColumns: (columns: readonly TestColumn[]) => void;
  onAddColumn: (() => void) | undefined;
  ownKey: (column: TestColumn) => string | null;
  /** Replaces the choice of models if none is available. */
  noProvider: ReactNode;
  /** The values that are filled in, which a new test begins with. */
  values: Values;
  /** Proposes changes from the tests that failed. */
  onImprove: (instruction: string) => void;
}

export function TestsPanel(props: TestsPanelProps) {
  const { document, promptId, readOnly, saved, flush, includes, models, columns, values } = props;
  const format = useFormat();
  const tests = useTests(document);
  // The results of somebody else's prompt are theirs.
  const report = useReport(readOnly ? null : promptId, saved);
  const [editing, setEditing] = useState<string>();
  const [added, setAdded] = useState<string>();
  const runner = runnerOf(promptId);
  const { isRunning, done, total, error } = useSyncExternalStore(runner.subscribe, runner.state);
  const onEnded = useTestEnded();
  const isChanged = useSyncExternalStore(document.subscribe, () => document.state().is_changed);
  const resultOf = (test: TestCase) => report.data?.items.find(({ id }) => id === test.id);
  // What the last report says of a test may be of a text before it had these checks.
  const isStale = isChanged || report.isPlaceholderData;
  const isRunnable = (test: TestCase) =>
    (isStale ? undefined : resultOf(test)?.needs_answer) ?? needsModel(test);
  const runnable = tests.filter(isRunnable);
  // A test without a model has a column of its own.
  const hasOthers = runnable.length < tests.length;
  const shownColumns = runnable.length > 0 ? columns : [];
  const cost = costOf({ document, includes }, props.texts, columns, runnable, props.ownKey);
  const canRun = !readOnly && !isRunning && models.length > 0;

  const start = async (chosen: readonly TestCase[]) => {
    const stored = await flush();
    if (!stored) return;
    const current = `${stored.version_major}.${stored.version_minor}.${stored.version_batch}`;
    const jobs = chosen.flatMap((test) =>
      columns.map((column): Job => {
        const { provider, model, version } = column;
        // An older text runs the test as it is now, whose results the table shows.
        const request = {
          test_id: test.id,
          test_version: version && current,
          version,
          values: {},
          provider,
          model,
        };
        const isJudged = test.checks.some(({ kind }) => kind === "judge");
        return { request, ownKey: props.ownKey(column), isJudged };
      }),
    );
    void runnerOf(stored.id).run(stored.id, jobs, onEnded);
  };
  const write = (id: string) => {
    setAdded(id);
    setEditing(id);
  };
  const add = () => write(addTest(document, values));
  const failed = tests.flatMap((test, at) => failureOf(test, at, resultOf(test), columns));
  const green = tests.filter((test) => test.checks.length > 0 && resultOf(test)?.status === "passed").length;

  return (
    <section aria-label={t`Tests`} className="flex flex-col gap-5 p-5">
      {tests.length === 0 ? (
        <EmptyState
          title={t`No tests yet`}
          action={
            !readOnly && (
              <Button variant="primary" onClick={add}>
                <Plus aria-hidden="true" /> <Trans>Add a test</Trans>
              </Button>
            )
          }
        >
          <Trans>
            A test is values for the variables and checks of the answer. Tests are saved with the prompt and
            show whether a change made it better.
          </Trans>
        </EmptyState>
      ) : (
        <>
          {models.length > 0 ? (
            <ColumnChoice
              columns={columns}
              models={models}
              versions={props.versions}
              onChange={props.onColumns}
              onAdd={props.onAddColumn}
            />
          ) : (
            props.noProvider
          )}
          <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
            {isRunning ? (
              <Button variant="danger" onClick={runner.stop}>
                <Square aria-hidden="true" /> <Trans>Stop</Trans>
              </Button>
            ) : (
              <Button
                variant="primary"
                disabled={!canRun || runnable.length === 0}
                onClick={() => start(runnable)}
              >
                <Play aria-hidden="true" /> <Trans>Run all tests</Trans>
              </Button>
            )}
            <p className="text-sm text-muted tabular-nums" aria-live="polite">
              {isRunning
                ? t`${format.number(done)} of ${format.number(total)} runs`
                : runnable.length > 0 &&
                  models.length > 0 &&
                  `${runs(runnable.length * columns.length)} · ${priceOf(cost)}`}
            </p>
            <p className="ml-auto text-sm font-semibold tabular-nums">
              <Trans>
                {green} of {tests.length} passed
              </Trans>
            </p>
          </div>
          {isRunning && <progress className="sr-only" aria-label={t`Runs`} value={done} max={total} />}
          {error !== null && <Alert title={t`Not every test ran`}>{messageOf(error)}</Alert>}
          {isChanged && !readOnly && (
            <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
              <Trans>
                The results are those of the saved text.
                <Button size="sm" onClick={() => flush()}>
                  Save and check
                </Button>
              </Trans>
            </p>
          )}
          {report.error && (
            <NotLoaded title={t`The results could not be loaded`} onRetry={() => report.refetch()}>
              {messageOf(report.error)}
            </NotLoaded>
          )}
          <div className="overflow-x-auto rounded-tray border">
            <table className="w-full max-sm:block">
              <caption className="sr-only">
                <Trans>Tests and their results</Trans>
              </caption>
              <thead className="text-left text-sm text-muted max-sm:hidden">
                <tr>
                  <th scope="col" className="px-3 py-2 font-semibold">
                    <Trans>Test</Trans>
                  </th>
                  {hasOthers && (
                    <th scope="col" className="px-2 py-2 font-semibold">
                      <Trans>Without a model</Trans>
                    </th>
                  )}
                  {shownColumns.map((column) => (
                    <th key={column.id} scope="col" className="px-2 py-2 font-semibold">
                      {column.model}
                      <span className="block font-normal">{column.version ?? t`Current text`}</span>
                    </th>
                  ))}
                  <td />
                </tr>
              </thead>
              {tests.map((test, at) => (
                <TestRow
                  key={test.id}
                  document={document}
                  promptId={promptId}
                  tests={tests}
                  at={at}
                  readOnly={readOnly}
                  variables={props.variables}
                  valueField={props.valueField}
                  result={resultOf(test)}
                  columns={shownColumns}
                  hasOthers={hasOthers}
                  checksPrompt={models.length === 0}
                  isEditing={editing === test.id}
                  onEdit={(isOpen) => setEditing(isOpen ? test.id : undefined)}
                  onAdded={write}
                  isNew={added === test.id}
                  onRun={canRun ? () => void start([test]) : undefined}
                />
              ))}
            </table>
          </div>
          {!readOnly && (
            <div className="flex flex-wrap gap-2">
              <Button onClick={add}>
                <Plus aria-hidden="true" /> <Trans>Add a test</Trans>
              </Button>
              {failed.length > 0 && (
                <Button variant="ghost" onClick={() => props.onImprove(instructionOf(failed))}>
                  <Sparkles aria-hidden="true" /> <Trans>Improve from failed tests</Trans>
                </Button>
              )}
            </div>
          )}
        </>
      )}
      {readOnly && (
        <p className="text-sm text-muted">
          <Trans>Clone this prompt to run its tests.</Trans>
        </p>
      )}
    </section>
  );
}

const runs = (count: number): string => plural(count, { one: "# run", other: "# runs" });

function priceOf(cost: number | null): string {
  if (cost === null) return t`some tests cannot run yet`;
  if (cost === 0) return t`free with your key`;
  return plural(cost, { one: "# credit", other: "# credits" });
}

/** What a judge reads beside the prompt: the questions and an answer of usual length, in characters. */
const JUDGED_CHARS = 2_000;

/** What all runs cost together; null if one cannot be run, or its text is not loaded. */
function costOf(
  current: Tested,
  texts: ReadonlyMap<string, Tested>,
  columns: readonly TestColumn[],
  tests: readonly TestCase[],
  ownKey: TestsPanelProps["ownKey"],
): number | null {
  try {
    let cost = 0;
    for (const { provider, model, version } of columns.filter((one) => !ownKey(one))) {
      const text = version === null ? current : texts.get(version);
      if (!text) return null;
      for (const test of tests) {
        const { characters } = text.document.runSize(test.values, text.includes);
        const judged = test.checks.some(({ kind }) => kind === "judge");
        const price = (length: number) => text.document.runPrice(provider, model, length);
        cost += price(characters) + (judged ? price(characters + JUDGED_CHARS) : 0);
      }
    }
    return cost;
  } catch {
    return null;
  }
}

/** What failed of a test on the current text, in one line for each model. */
function failureOf(
  test: TestCase,
  at: number,
  result: TestResult | undefined,
  columns: readonly TestColumn[],
): string[] {
  const told = (checks: readonly { status: string; message: string }[]) =>
    checks.filter(({ status }) => status === "failed").map(({ message }) => message);
  const reasons = new Set(told(result?.checks ?? []));
  for (const column of columns.filter(({ version }) => version === null)) {
    const run = runIn(result, column);
    if (run && verdictOf(run) !== "passed") for (const reason of told(run.checks)) reasons.add(reason);
  }
  if (reasons.size === 0) return [];
  return [`${nameOf(test, at)} (${JSON.stringify(test.values)}): ${[...reasons].join("; ")}`];
}

/** The most characters of the failures that are sent along. */
const FAILURES_CHARS = 3_000;

const instructionOf = (failed: readonly string[]): string =>
  t`Change the prompt so that these tests pass, and keep what works:\n${failed
    .map((failure) => `- ${failure}`)
    .join("\n")
    .slice(0, FAILURES_CHARS)}`;
