import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Coins } from "lucide-react";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { buttonClass } from "@/ui/button";
import { Skeleton } from "@/ui/skeleton";
import { useCredits } from "./queries";

/** The balance, with a Low badge and a link to add more when it is running out. */
export function CreditBalance() {
  const { data } = useCredits();
  const format = useFormat();
  if (!data) return <Skeleton className="h-6 w-24" />;
  return (
    <span className="inline-flex items-center gap-2">
      <span className="inline-flex items-center gap-1.5 font-semibold tabular-nums">
        <Coins aria-hidden="true" className="size-4 text-brass" />
        <Trans>{format.number(data.balance)} credits</Trans>
      </span>
      {data.is_low && (
        <>
          <Badge tone="brass">
            <Trans>Low</Trans>
          </Badge>
          <Link to="/settings" search={{ tab: "billing" }} className={buttonClass({ size: "sm" })}>
            <Trans>Add</Trans>
          </Link>
        </>
      )}
    </span>
  );
}
