import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { messageOf } from "@/api/client";
import { matchesQuery, type SmartFilter } from "./queries";

/** Number of titles in the preview. */
const shown = 5;

/** The current matches of the filter, before it is saved. */
export function FilterPreview({ filter }: { filter: SmartFilter }) {
  const { data, error } = useQuery({
    ...matchesQuery(useDeferredValue(filter), shown),
    placeholderData: keepPreviousData,
  });
  const titles = data?.items.map(({ title }) => title) ?? [];
  return (
    <p role="status" className="min-h-11 text-sm text-muted wrap-anywhere">
      {error
        ? messageOf(error)
        : !data
          ? t`Looking…`
          : titles.length === 0
            ? t`Nothing matches yet. Matching prompts will appear automatically.`
            : data.next_cursor
              ? t`Currently matches: ${titles.join(", ")} and more`
              : t`Currently matches: ${titles.join(", ")}`}
    </p>
  );
}
