// A test in the table: its outcome on every model, its reasons, and its form.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ChevronDown, Pencil, Play } from "lucide-react";
import { useState } from "react";
import type { TestResult } from "@/api/generated/types.gen";
import { IconButton } from "@/ui/icon-button";
import { runIn, type TestColumn, type Verdict, verdictOf } from "./results";
import { TestForm, type TestFormProps } from "./test-form";
import { nameOf, needsModel, summaryOf } from "./tests";
import { Reasons, VerdictBadge, verdictLabel } from "./verdict";

const cellClass = "px-2 max-sm:order-1 max-sm:flex max-sm:basis-full max-sm:px-0";

interface TestRowProps extends TestFormProps {
  result: TestResult | undefined;
  columns: readonly TestColumn[];
  /** Whether there is a column of the tests without a model. */
  hasOthers: boolean;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
  /** Undefined while the test cannot be run. */
  onRun: (() => void) | undefined;
}

export function TestRow(props: TestRowProps) {
  const { tests, at, readOnly, result, columns, hasOthers, isEditing, onEdit, onRun } = props;
  const test = tests[at];
  const [shown, setShown] = useState<string>();
  if (!test) return null;
  const name = nameOf(test, at);
  const needsAnswer = result?.needs_answer ?? needsModel(test);
  const toggle = (id: string) => setShown(shown === id ? undefined : id);
  const column = columns.find(({ id }) => id === shown);
  const run = column && runIn(result, column);
  const cell = (id: string, label: string, verdict: Verdict) => {
    const known = test.checks.length === 0 && verdict !== "pending" ? "unchecked" : verdict;
    return (
      <button
        type="button"
        aria-expanded={shown === id}
        aria-label={`${label}: ${verdictLabel(known)}`}
        className="flex items-center gap-1 rounded-control p-1 text-muted hover:bg-well"
        onClick={() => toggle(id)}
      >
        <VerdictBadge verdict={known} />
        <ChevronDown aria-hidden="true" className={shown === id ? "size-4 rotate-180" : "size-4"} />
      </button>
    );
  };
  return (
    <tbody className="border-t max-sm:block">
      <tr className="max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3 max-sm:p-3">
        <th scope="row" className="max-w-72 min-w-32 p-3 text-left font-normal max-sm:flex-1 max-sm:p-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="line-clamp-2 text-sm text-muted wrap-anywhere">
            {summaryOf(test.values) || t`No values`}
          </span>
        </th>
        {hasOthers && (
          <td className={needsAnswer ? "max-sm:hidden" : cellClass}>
            {!needsAnswer && (
              <span className="flex items-center justify-between gap-2 max-sm:flex-1">
                <span className="text-sm text-muted sm:hidden">
                  <Trans>Without a model</Trans>
                </span>
                {cell("prompt", t`${name}, without a model`, result?.status ?? "pending")}
              </span>
            )}
          </td>
        )}
        {columns.map((one) => {
          const where = `${one.model}${one.version ? ` ${one.version}` : ""}`;
          return (
            <td key={one.id} className={needsAnswer ? cellClass : "max-sm:hidden"}>
              {needsAnswer && (
                <span className="flex items-center justify-between gap-2 max-sm:flex-1">
                  <span className="truncate text-sm text-muted sm:hidden">{where}</span>
                  {cell(one.id, `${name}, ${where}`, verdictOf(runIn(result, one)))}
                </span>
              )}
            </td>
          );
        })}
        <td className="pr-2 text-right">
          <span className="inline-flex items-center">
            {!readOnly && needsAnswer && (
              <IconButton size="sm" label={t`Run ${name}`} disabled={!onRun} onClick={() => onRun?.()}>
                <Play aria-hidden="true" />
              </IconButton>
            )}
            <IconButton
              size="sm"
              aria-expanded={isEditing}
              label={`${readOnly ? t`Show` : t`Edit`} ${name}`}
              onClick={() => onEdit(!isEditing)}
            >
              <Pencil aria-hidden="true" />
            </IconButton>
          </span>
        </td>
      </tr>
      {(shown || isEditing || (result?.problem && needsAnswer)) && (
        <tr className="max-sm:block">
          <td colSpan={columns.length + (hasOthers ? 3 : 2)} className="p-3 pt-0 max-sm:block">
            <div className="flex flex-col gap-3">
              {result?.problem && needsAnswer && <p className="text-sm text-brass">{result.problem}</p>}
              {shown && (
                <Reasons checks={test.checks} results={run?.checks ?? result?.checks ?? []} run={run} />
              )}
              {isEditing && (
                <div className="border-t pt-3">
                  <TestForm {...props} />
                </div>
              )}
            </div>
          </td>
        </tr>
      )}
    </tbody>
  );
}
