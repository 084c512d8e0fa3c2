// The three plans side by side, monthly or yearly, in the settings and the onboarding.

import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { BillingCycle } from "@/api/generated/types.gen";
import { type Plan, type PlanType, plans } from "@/core/lists";
import { Badge } from "@/ui/badge";
import { cn } from "@/ui/cn";
import { Segmented } from "@/ui/segmented";

const all = plans;

interface PlanSelectionProps {
  /** The active plan, which is marked. */
  current?: PlanType | undefined;
  /** The chosen plan, in the onboarding. */
  selected?: PlanType | undefined;
  initialCycle?: BillingCycle;
  headingLevel?: "h2" | "h3";
  /** Renders the footer of a plan's card. */
  action: (plan: Plan, cycle: BillingCycle) => ReactNode;
}

export function PlanSelection(props: PlanSelectionProps) {
  const { current, selected, initialCycle = "monthly", headingLevel: Heading = "h2", action } = props;
  const [cycle, setCycle] = useState<BillingCycle>(initialCycle);
  return (
    <div>
      <div className="text-center">
        <Heading className="text-xl font-bold">
          <Trans>Choose the perfect plan for your needs</Trans>
        </Heading>
        <p className="mt-1 text-muted">
          <Trans>Start free and upgrade as you grow. All plans include our core features.</Trans>
        </p>
        <Segmented
          label={t`Billing cycle`}
          className="mt-4"
          value={cycle}
          onChange={setCycle}
          options={[
            { value: "monthly", label: t`Monthly` },
            {
              value: "yearly",
              label: (
                <>
                  <Trans>
                    Yearly <Badge tone="success">20% off</Badge>
                  </Trans>
                </>
              ),
            },
          ]}
        />
      </div>
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        {all.map((plan) => (
          <PlanCard
            key={plan.plan_type}
            plan={plan}
            cycle={cycle}
            isCurrent={plan.plan_type === current}
            isSelected={plan.plan_type === selected}
            action={action(plan, cycle)}
          />
        ))}
      </div>
      <ul className="mt-6 flex flex-wrap justify-center gap-x-6 gap-y-1 text-sm text-muted">
        <li>
          <Trans>30-day money-back guarantee</Trans>
        </li>
        <li>
          <Trans>Cancel anytime</Trans>
        </li>
        <li>
          <Trans>24/7 support</Trans>
        </li>
      </ul>
    </div>
  );
}

interface PlanCardProps {
  plan: Plan;
  cycle: BillingCycle;
  isCurrent: boolean;
  isSelected: boolean;
  action: ReactNode;
}

function PlanCard({ plan, cycle, isCurrent, isSelected, action }: PlanCardProps) {
  const isPaid = plan.price > 0;
  const yearly = cycle === "yearly";
  return (
    <section
      aria-label={t`${plan.name} plan`}
      className={cn(
        "relative flex flex-col rounded-tray border bg-surface p-5",
        plan.popular && "border-accent",
        isSelected && "outline-2 outline-accent",
      )}
    >
      <div className="flex min-h-7 flex-wrap items-center gap-2">
        <h3 className="text-lg font-bold">{plan.name}</h3>
        {plan.popular && (
          <Badge tone="accent">
            <Trans>Most Popular</Trans>
          </Badge>
        )}
        {isCurrent && (
          <Badge tone="outline">
            <Trans>Current plan</Trans>
          </Badge>
        )}
      </div>
      <p className="mt-2">
        <span className="text-3xl font-bold tabular-nums">
          ${yearly ? plan.yearly_price_per_month : plan.price}
        </span>{" "}
        <span className="text-muted">
          <Trans>per month</Trans>
        </span>
      </p>
      <p className="min-h-11 text-sm text-muted">
        {isPaid && (
          <>
            {yearly ? t`Billed annually, $${plan.yearly_price} a year` : t`Billed monthly`}
            <br />
            <Trans>Cancel anytime</Trans>
          </>
        )}
      </p>
      <ul className="mt-4 mb-5 space-y-2">
        {plan.features.map((feature) => (
          <li key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
            {feature}
          </li>
        ))}
        {isPaid && yearly && (
          <li className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-accent" />
            <Plural value={plan.yearly_credits} other="# credits up front each year" />
          </li>
        )}
      </ul>
      <div className="mt-auto">{action}</div>
    </section>
  );
}
