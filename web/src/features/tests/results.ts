// The results of tests as the panel shows them.
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { getTestReportOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { TestResult, TestRun } from "@/api/generated/types.gen";
import { refresh } from "@/api/infinite";
import type { Provider } from "@/core";

/** A model and a version that tests run on. */
export interface TestColumn {
  id: string;
  provider: Provider;
  model: string;
  /** A version number; null for the current text. */
  version: string | null;
}

/** The results of the saved text, by test. They are read again when another text is saved. */
export function useReport(promptId: string | null, saved: string | null) {
  const { queryKey, ...options } = getTestReportOptions({ path: { id: promptId ?? "" } });
  return useQuery({
    ...options,
    // biome-ignore lint/suspicious/noExplicitAny: the key of the generated options has one part, this one has two.
    queryKey: [...queryKey, saved] as any,
    enabled: promptId !== null,
    placeholderData: keepPreviousData,
  });
}

/** Refetches what a run of a test changes. */
export function useTestEnded(): () => void {
  const queryClient = useQueryClient();
  return () => void refresh(queryClient, "getTestReport", "getCredits", "listCreditTransactions");
}

/** `unchecked`: the test has no checks, so it says nothing. */
export type Verdict = "passed" | "failed" | "regression" | "pending" | "unchecked";

/** The run of a test that a column shows: that of its version, or the latest one of the current text. */
export function runIn(result: TestResult | undefined, column: TestColumn): TestRun | undefined {
  const runs = result?.runs.filter(
    (run) =>
      run.provider === column.provider &&
      run.model === column.model &&
      (column.version === null ? run.is_this_text : run.version === column.version),
  );
  return runs?.reduce<TestRun | undefined>(
    (latest, run) => (latest && latest.created_at >= run.created_at ? latest : run),
    undefined,
  );
}

export function verdictOf(run: TestRun | undefined): Verdict {
  if (!run) return "pending";
  return run.is_regression ? "regression" : run.status;
}
