// The prompts that failed to be stored, with the reason, so that they are not hidden among hundreds of files.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import type { FileReport } from "./read-files";
import { keyOf, type Outcome } from "./use-import";

/** The maximum number of listed failures; a thousand failures share one reason. */
const named = 50;

interface FailedPromptsProps {
  reports: readonly FileReport[];
  outcomes: ReadonlyMap<string, Outcome>;
}

export function FailedPrompts({ reports, outcomes }: FailedPromptsProps) {
  const failed = reports.flatMap((report) =>
    (report.imported?.prompts ?? []).flatMap(({ prompt }, index) => {
      const key = keyOf(report, index);
      const outcome = outcomes.get(key);
      const file = report.name || t`Pasted text`;
      return outcome?.state === "failed"
        ? [{ key, title: prompt.title, file, reason: messageOf(outcome.error) }]
        : [];
    }),
  );
  return (
    <Alert
      title={plural(failed.length, {
        one: "# prompt was not imported",
        other: "# prompts were not imported",
      })}
    >
      <ul aria-label={t`Not imported`} className="flex flex-col gap-1">
        {failed.slice(0, named).map(({ key, title, file, reason }) => (
          <li key={key}>
            <span className="font-semibold">{title}</span>{" "}
            <Trans>
              in {file}: {reason}
            </Trans>
          </li>
        ))}
      </ul>
      {failed.length > named && (
        <p className="mt-1">
          <Trans>And {failed.length - named} more, each marked below.</Trans>
        </p>
      )}
    </Alert>
  );
}
