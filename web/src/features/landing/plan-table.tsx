// The plans as the core defines them. A separate module, since it loads the core, which the page does not need.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { useState } from "react";
import { plans } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { Segmented } from "@/ui/segmented";

export default function PlanTable() {
  const [cycle, setCycle] = useState<"monthly" | "yearly">("monthly");
  const yearly = cycle === "yearly";
  return (
    <>
      <Segmented
        label={t`Billing`}
        value={cycle}
        onChange={setCycle}
        options={[
          { value: "monthly", label: t`Monthly` },
          { value: "yearly", label: t`Yearly · 20% off` },
        ]}
      />
      <ul className="tray mt-5 md:grid-cols-3">
        {plans.map((plan) => (
          <li key={plan.plan_type} className="p-6">
            <h3 className="flex items-center gap-2 text-lg font-bold">
              {plan.name}{" "}
              {plan.popular && (
                <Badge tone="brass">
                  <Trans>Most Popular</Trans>
                </Badge>
              )}
            </h3>
            <p className="mt-2 text-3xl font-bold tracking-tight">
              ${yearly ? plan.yearly_price_per_month : plan.price}
              {plan.price > 0 && (
                <span className="text-base font-normal text-muted">
                  {" "}
                  <Trans>a month</Trans>
                </span>
              )}
            </p>
            <p className="text-sm text-muted">
              {plan.price === 0
                ? t`Free forever`
                : yearly
                  ? t`Billed annually: $${plan.yearly_price}`
                  : t`Billed monthly`}
            </p>
            <ul className="mt-4 space-y-2">
              {plan.features.map((feature) => (
                <li key={feature} className="flex gap-2">
                  <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
                  {feature}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-muted">
        <Trans>30-day money-back guarantee · Cancel anytime · 24/7 support</Trans>
      </p>
    </>
  );
}
