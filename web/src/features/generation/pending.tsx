import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { Spinner } from "@/ui/spinner";

interface PendingProps {
  title: string;
  characters: number;
  onCancel: () => void;
}

/** A running request: its progress and a button that cancels it. */
export function Pending({ title, characters, onCancel }: PendingProps) {
  const format = useFormat();
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-tray border border-accent/35 bg-accent-wash px-4 py-3">
      <Spinner className="size-5 text-accent" />
      <div className="min-w-0 flex-1">
        <p className="font-bold text-accent">{title}</p>
        <p className="text-sm text-muted tabular-nums" aria-live="off">
          {characters > 0 ? t`${format.number(characters)} characters written` : t`The model is thinking`}
        </p>
      </div>
      <Button size="sm" onClick={onCancel}>
        <Trans>Cancel</Trans>
      </Button>
    </div>
  );
}
