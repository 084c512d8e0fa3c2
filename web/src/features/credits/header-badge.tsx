import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Coins } from "lucide-react";
import { getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import { useFormat } from "@/lib/format";
import { cn } from "@/ui/cn";
import { useCredits } from "./queries";

/** The balance in the header, shown only if the plan includes AI. */
export default function HeaderBadge() {
  const billing = useQuery(getBillingOptions());
  const { data } = useCredits();
  const format = useFormat();
  if (!billing.data?.can_use_ai || !data) return null;
  const balance = format.number(data.balance);
  return (
    <Link
      to="/settings"
      search={{ tab: "billing" }}
      aria-label={data.is_low ? t`${balance} AI credits, running low` : t`${balance} AI credits`}
      title={t`AI credits`}
      className={cn(
        "flex h-8 items-center gap-1.5 rounded-full px-2.5 max-[26rem]:hidden text-sm font-semibold tabular-nums transition-colors hover:bg-well",
        data.is_low ? "bg-brass-wash text-brass" : "text-muted",
      )}
    >
      <Coins aria-hidden="true" className="size-4 text-brass" />
      {balance}
    </Link>
  );
}
