import { Trans } from "@lingui/react/macro";
import { useFormat } from "@/lib/format";

/** The price before the click, as the server will charge it. */
export function Quote({ credits, free }: { credits: number; free: boolean }) {
  const format = useFormat();
  if (free)
    return (
      <span className="text-sm text-muted">
        <Trans>Free with your key</Trans>
      </span>
    );
  return (
    <span className="text-sm text-muted tabular-nums">
      <strong className="font-semibold text-ink">{format.number(credits)}</strong> <Trans>credits</Trans>
    </span>
  );
}
