// The outcome of a test on a model, and of each of its checks.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleX, TrendingDown } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { getRunOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { CheckResult, TestRun } from "@/api/generated/types.gen";
import type { Check } from "@/core";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import type { Verdict } from "./results";
import { checkLabel } from "./tests";

const looks = {
  passed: { tone: "success", label: t`Passed`, icon: CircleCheck },
  failed: { tone: "danger", label: t`Failed`, icon: CircleX },
  regression: { tone: "danger", label: t`Regression`, icon: TrendingDown },
  pending: { tone: "neutral", label: t`Not run`, icon: CircleDashed },
  unchecked: { tone: "neutral", label: t`No checks`, icon: CircleDashed },
} as const;

/** The word for a verdict. */
export const verdictLabel = (verdict: Verdict) => looks[verdict].label;

export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  const { tone, label, icon: Icon } = looks[verdict];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden="true" /> {label}
    </Badge>
  );
}

interface ReasonsProps {
  checks: readonly Check[];
  results: readonly CheckResult[];
  run: TestRun | undefined;
}

/** Each check with why it did not pass, and the answer on request. */
export function Reasons({ checks, results, run }: ReasonsProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      {run?.is_regression && (
        <p className="text-sm text-danger">
          <Trans>This model passed at an earlier version.</Trans>
        </p>
      )}
      {run?.error && <p className="text-sm wrap-anywhere text-danger">{run.error}</p>}
      <ul className="flex flex-col gap-1">
        {checks.map((check, at) => {
          const { status = "pending", message = "" } = results[at] ?? {};
          const Icon = looks[status].icon;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: checks have no id, and their order is that of the results.
            <li key={at} className="flex items-start gap-2 text-sm">
              <Icon
                aria-label={looks[status].label}
                className={
                  status === "passed"
                    ? "mt-0.5 size-4 shrink-0 text-success"
                    : status === "failed"
                      ? "mt-0.5 size-4 shrink-0 text-danger"
                      : "mt-0.5 size-4 shrink-0 text-muted"
                }
              />
              <span className="min-w-0 wrap-anywhere">
                {checkLabel(check)}
                {message && status !== "pending" && <span className="block text-muted">{message}</span>}
              </span>
            </li>
          );
        })}
      </ul>
      {run && !run.error && (
        <div>
          <Button size="sm" variant="ghost" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? t`Hide the answer` : t`Show the answer`}
          </Button>
          {isShown && <Answer id={run.run_id} />}
        </div>
      )}
    </div>
  );
}

function Answer({ id }: { id: string }) {
  const { data, error } = useQuery(getRunOptions({ path: { id } }));
  if (error) return <p className="text-sm text-danger">{messageOf(error)}</p>;
  if (!data) return <Skeleton className="h-12" />;
  return (
    <section
      aria-label={t`Answer`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key.
      tabIndex={0}
      className="mt-1 max-h-60 overflow-y-auto rounded-control bg-well p-2 text-sm whitespace-pre-wrap wrap-anywhere"
    >
      {data.output}
    </section>
  );
}
