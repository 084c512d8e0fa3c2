import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { ExternalLink } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/client";
import type { Billing, BillingCycle, SubscriptionState } from "@/api/generated/types.gen";
import { labelOf, type Plan, words } from "@/core/lists";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { NotLoaded } from "@/ui/not-loaded";
import { Skeleton } from "@/ui/skeleton";
import { Spinner } from "@/ui/spinner";
import { toast } from "@/ui/toast";
import type { OnClick } from "@/ui/use-click";
import { PlanSelection } from "./plan-selection";
import {
  useAwaitPayment,
  useBilling,
  useCancellation,
  useChangePlan,
  useCheckout,
  usePortal,
} from "./queries";

interface BillingTabProps {
  /** The credits card, composed from its own feature. */
  credits: ReactNode;
  /** The outcome that the payment page reported in the return URL. */
  success?: boolean | undefined;
  canceled?: boolean | undefined;
}

export function BillingTab({ credits, success, canceled }: BillingTabProps) {
  const billing = useBilling();
  return (
    <div className="space-y-6">
      {(success || canceled) && <ReturnNotice success={success === true} />}
      {credits}
      {billing.isPending && <Skeleton className="h-64" />}
      {billing.error && (
        <NotLoaded title={t`Your plan could not be loaded`} onRetry={() => billing.refetch()}>
          {messageOf(billing.error)}
        </NotLoaded>
      )}
      {billing.data && <PresentPlan billing={billing.data} />}
      {billing.data && <Plans billing={billing.data} />}
    </div>
  );
}

function ReturnNotice({ success }: { success: boolean }) {
  const navigate = useNavigate();
  const waiting = useAwaitPayment(success);
  const dismiss = () => void navigate({ to: "/settings", search: { tab: "billing" }, replace: true });
  if (!success) {
    return (
      <Alert tone="info" title={t`Checkout cancelled`} onDismiss={dismiss}>
        <Trans>You left the payment page. Your plan has not changed.</Trans>
      </Alert>
    );
  }
  if (waiting) {
    return (
      <Alert tone="info" title={t`Thank you! Your payment is being confirmed`}>
        <span className="inline-flex items-center gap-2">
          <Spinner className="size-4" /> <Trans>This takes a few seconds.</Trans>
        </span>
      </Alert>
    );
  }
  return (
    <Alert tone="success" title={t`Thank you! Your plan is active`} onDismiss={dismiss}>
      <Trans>
        Your credits have been added. If you don't see them yet, the payment is still being confirmed; check
        again in a minute.
      </Trans>
    </Alert>
  );
}

const planName = (plan: string) => labelOf(words.plans, plan as Plan["plan_type"]);

function PresentPlan({ billing }: { billing: Billing }) {
  const portal = usePortal();
  const { subscription } = billing;
  return (
    <SectionCard
      title={t`Your plan`}
      action={
        subscription && (
          <Button size="sm" busy={portal.isPending} onClick={() => portal.mutateAsync({})}>
            <ExternalLink aria-hidden="true" /> <Trans>Invoices and payment</Trans>
          </Button>
        )
      }
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="text-xl font-bold">{planName(billing.plan_type)}</span>
        {subscription && <StatusBadge subscription={subscription} />}
      </p>
      {!billing.is_configured && (
        <Alert tone="info" title={t`Payments are not set up on this server`} className="mt-4">
          <Trans>
            There is nothing to buy here. Every account has the {planName(billing.default_plan)} plan, chosen
            by the administrator.
          </Trans>
        </Alert>
      )}
      {subscription && <Renewal subscription={subscription} />}
    </SectionCard>
  );
}

function StatusBadge({ subscription }: { subscription: SubscriptionState }) {
  if (subscription.cancel_at_period_end && subscription.status === "active") {
    return (
      <Badge tone="brass">
        <Trans>Ends soon</Trans>
      </Badge>
    );
  }
  const tones = { active: "success", trialing: "success", past_due: "danger" } as const;
  const tone = tones[subscription.status as keyof typeof tones] ?? "neutral";
  return <Badge tone={tone}>{subscription.status.replace("_", " ")}</Badge>;
}

function Renewal({ subscription }: { subscription: SubscriptionState }) {
  const format = useFormat();
  const cancellation = useCancellation();
  const [asking, setAsking] = useState(false);
  const ends = subscription.current_period_end ? format.date(subscription.current_period_end) : null;
  const set = (cancel: boolean) =>
    cancellation.mutateAsync(
      { body: { cancel_at_period_end: cancel } },
      {
        onSuccess: () => {
          setAsking(false);
          toast.success(
            cancel ? t`Your plan will end after the period you paid for` : t`Your plan continues`,
          );
        },
        onError: (error) => {
          if (!cancel) toast.error(t`That did not work`, { description: messageOf(error) });
        },
      },
    );
  if (subscription.status === "past_due") {
    return (
      <Alert title={t`A payment failed`} className="mt-4">
        <Trans>
          Update your payment method under “Invoices and payment”. AI generation keeps working for seven days.
        </Trans>
      </Alert>
    );
  }
  if (subscription.status !== "active" && subscription.status !== "trialing") return null;
  const cycle = subscription.billing_cycle === "yearly" ? t`Billed annually` : t`Billed monthly`;
  return (
    <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        {!ends
          ? cycle
          : subscription.cancel_at_period_end
            ? t`${cycle}, ends on ${ends}`
            : t`${cycle}, renews on ${ends}`}
      </p>
      {subscription.cancel_at_period_end ? (
        <Button busy={cancellation.isPending} onClick={() => set(false)}>
          <Trans>Keep my plan</Trans>
        </Button>
      ) : (
        <Button variant="ghost" onClick={() => setAsking(true)}>
          <Trans>Cancel plan</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t`Cancel your plan?`}
        confirmLabel={t`Cancel plan`}
        cancelLabel={t`Keep it`}
        danger
        busy={cancellation.isPending}
        error={cancellation.error ? messageOf(cancellation.error) : undefined}
        onConfirm={() => set(true)}
      >
        <p>
          {ends ? (
            <Trans>It stays until {ends}. You keep unused credits for your next plan.</Trans>
          ) : (
            <Trans>
              It stays until the period you paid for ends. You keep unused credits for your next plan.
            </Trans>
          )}
        </p>
      </ConfirmDialog>
    </div>
  );
}

function Plans({ billing }: { billing: Billing }) {
  const checkout = useCheckout();
  const [wanted, setWanted] = useState<{ plan: Plan; cycle: BillingCycle } | null>(null);
  const { subscription } = billing;
  const runs = subscription && ["active", "trialing", "past_due"].includes(subscription.status);
  const action = (plan: Plan, cycle: BillingCycle) => {
    const isPresent =
      runs && subscription.plan_type === plan.plan_type && subscription.billing_cycle === cycle;
    if (isPresent)
      return (
        <PlanButton disabled>
          <Trans>Your plan</Trans>
        </PlanButton>
      );
    if (plan.plan_type === "free") {
      const label = billing.plan_type === "free" ? t`Your plan` : t`Get Started Free`;
      return <PlanButton disabled>{label}</PlanButton>;
    }
    if (runs) {
      return (
        <PlanButton disabled={!billing.is_configured} onClick={() => setWanted({ plan, cycle })}>
          {t`Switch to ${plan.name}`}
        </PlanButton>
      );
    }
    const isChosen = checkout.isPending && checkout.variables.body.plan_type === plan.plan_type;
    return (
      <PlanButton
        primary={plan.popular}
        disabled={!billing.is_configured || checkout.isPending}
        busy={isChosen}
        onClick={() => checkout.mutateAsync({ body: { plan_type: plan.plan_type, billing_cycle: cycle } })}
      >
        {t`Start ${plan.name} Plan`}
      </PlanButton>
    );
  };
  return (
    <SectionCard title={t`Subscription Plans`}>
      <PlanSelection
        current={billing.plan_type}
        initialCycle={subscription?.billing_cycle ?? "monthly"}
        headingLevel="h3"
        action={action}
      />
      {wanted && subscription && (
        <SwitchDialog wanted={wanted} present={subscription} onClose={() => setWanted(null)} />
      )}
    </SectionCard>
  );
}

interface PlanButtonProps {
  primary?: boolean;
  disabled?: boolean;
  busy?: boolean;
  onClick?: OnClick;
  children: ReactNode;
}

function PlanButton({ primary, ...rest }: PlanButtonProps) {
  return <Button variant={primary ? "primary" : "secondary"} className="w-full" {...rest} />;
}

interface SwitchDialogProps {
  wanted: { plan: Plan; cycle: BillingCycle };
  present: SubscriptionState;
  onClose: () => void;
}

function SwitchDialog({ wanted: { plan, cycle }, present, onClose }: SwitchDialogProps) {
  const change = useChangePlan();
  const price = cycle === "yearly" ? t`$${plan.yearly_price} a year` : t`$${plan.price} a month`;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Switch from ${planName(present.plan_type)} to ${plan.name}?`}
      confirmLabel={t`Switch to ${plan.name}`}
      busy={change.isPending}
      error={change.error ? messageOf(change.error) : undefined}
      onConfirm={() =>
        change.mutateAsync(
          { body: { plan_type: plan.plan_type, billing_cycle: cycle } },
          {
            onSuccess: () => {
              toast.success(t`You are on the ${plan.name} plan`);
              onClose();
            },
          },
        )
      }
    >
      <p>
        <Trans>
          {plan.name} costs {price}.
        </Trans>
      </p>
      <p>
        <Trans>
          An upgrade starts right away: you pay the difference for the rest of the period, and its credits are
          added with the payment. A downgrade is charged from your next invoice. You keep your credits.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
