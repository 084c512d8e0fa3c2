import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ToolCall } from "@/api/generated/types.gen";

/** The calls of tools that a model asked for. They are shown and never made. */
export function ToolCalls({ calls }: { calls: readonly ToolCall[] }) {
  if (calls.length === 0) return null;
  return (
    <section aria-label={t`Tool calls`} className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <Trans>The model asked for these calls. None was made.</Trans>
      </p>
      <ul className="flex flex-col gap-2">
        {calls.map(({ name, arguments: given }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: calls have no identity beyond their place.
          <li key={index} className="rounded-control border bg-surface px-3 py-2 font-mono text-sm">
            <p className="font-semibold">{name}</p>
            <p className="whitespace-pre-wrap wrap-anywhere">{indented(given)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** JSON with line breaks; a text that is none stays as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
