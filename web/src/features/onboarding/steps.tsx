import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { GitCompareArrows, Layers, Sparkles } from "lucide-react";
import { type ComponentType, useState } from "react";
import { getBillingOptions } from "@/api/generated/@tanstack/react-query.gen";
import type { OnboardingData } from "@/api/generated/types.gen";
import { labelOf, type OnboardingStep, onboardingOptions, plans, words } from "@/core/lists";
import { translated } from "@/i18n";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Segmented } from "@/ui/segmented";
import { ChoiceList } from "./choice-list";

/** Prompts to start from; a feature of its own. */
export type Templates = ComponentType<{
  role?: string | undefined;
  most?: number | undefined;
  onChosen?: () => Promise<unknown>;
}>;

interface StepContentProps {
  step: OnboardingStep;
  data: OnboardingData;
  onChange: (part: Partial<OnboardingData>) => void;
  Templates: Templates;
  /** Completes the onboarding once a template was chosen. */
  onChosen: () => Promise<unknown>;
}

export function StepContent(props: StepContentProps) {
  const Step = steps[props.step];
  return <Step {...props} />;
}

const steps: Record<OnboardingStep, (props: StepContentProps) => React.JSX.Element> = {
  welcome: Welcome,
  about_you: AboutYou,
  your_goals: Goals,
  choose_plan: ChoosePlan,
  complete: Complete,
};

const blurbs = [
  {
    icon: Layers,
    title: t`Four structures`,
    text: t`From three segments to blocks with modules and assets.`,
  },
  {
    icon: GitCompareArrows,
    title: t`Versions that stay`,
    text: t`Every save is kept. Compare any two versions and restore one.`,
  },
  { icon: Sparkles, title: t`AI drafts`, text: t`Describe what you need and get a structured first draft.` },
];

function Welcome() {
  return (
    <>
      <p className="max-w-xl text-lg text-muted">
        <Trans>Promptcase keeps your prompts in order. Three things to know:</Trans>
      </p>
      <ul className="tray mt-6 sm:grid-cols-3">
        {blurbs.map(({ icon: Icon, title, text }) => (
          <li key={title} className="p-6">
            <Icon aria-hidden="true" className="size-6 text-accent" strokeWidth={1.75} />
            <p className="mt-3 font-bold">{title}</p>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function AboutYou({ data, onChange }: StepContentProps) {
  const { roles, experience } = onboardingOptions;
  return (
    <div className="space-y-8">
      <ChoiceList
        label={t`Primary role`}
        options={roles}
        chosen={[data.role]}
        onToggle={(role) => onChange({ role })}
      />
      <ChoiceList
        label={t`AI experience level`}
        options={experience}
        chosen={[data.experience]}
        onToggle={(level) => onChange({ experience: level })}
      />
    </div>
  );
}

function Goals({ data, onChange }: StepContentProps) {
  const { goals, interests } = onboardingOptions;
  const toggle = (list: string[], value: string) =>
    list.includes(value) ? list.filter((one) => one !== value) : [...list, value];
  return (
    <div className="space-y-8">
      <ChoiceList
        label={t`Goals`}
        many
        options={goals}
        chosen={data.goals}
        onToggle={(goal) => onChange({ goals: toggle(data.goals, goal) })}
      />
      <ChoiceList
        label={t`Interests (optional)`}
        many
        options={interests}
        chosen={data.interests}
        onToggle={(interest) => onChange({ interests: toggle(data.interests, interest) })}
      />
    </div>
  );
}

function ChoosePlan({ data, onChange }: StepContentProps) {
  const [yearly, setYearly] = useState<"monthly" | "yearly">("monthly");
  const granted = useGrantedPlan();
  const chosen = granted ?? data.plan;
  return (
    <>
      <p className="text-muted">
        <Trans>Start free and upgrade as you grow. All plans include our core features.</Trans>
      </p>
      {granted && (
        <Alert tone="info" title={t`Payments are not set up on this server`} className="mt-4">
          <Trans>
            There is nothing to buy here: every account has the {labelOf(words.plans, granted)} plan.
          </Trans>
        </Alert>
      )}
      <Segmented
        label={t`Billing`}
        className="mt-4"
        value={yearly}
        onChange={setYearly}
        options={[
          { value: "monthly", label: t`Monthly` },
          { value: "yearly", label: t`Yearly · 20% off` },
        ]}
      />
      <ul className="tray mt-4 sm:grid-cols-3">
        {plans.map((plan) => {
          const price = yearly === "yearly" ? plan.yearly_price_per_month : plan.price;
          return (
            <li key={plan.plan_type} className="flex flex-col p-5">
              <p className="flex flex-wrap items-center gap-2 font-bold">
                {plan.name}{" "}
                {plan.popular && (
                  <Badge tone="accent">
                    <Trans>Most Popular</Trans>
                  </Badge>
                )}
              </p>
              <p className="mt-1 text-2xl font-bold">
                ${price}
                <span className="text-base font-normal text-muted">{price > 0 && t`/month`}</span>
              </p>
              <p className="text-sm text-muted sm:min-h-10">
                {price > 0 && (
                  <Trans>
                    {yearly === "yearly"
                      ? t`Billed annually, $${plan.yearly_price} a year`
                      : t`Billed monthly`}
                    <br />
                    Cancel anytime
                  </Trans>
                )}
              </p>
              <ul className="mt-3 mb-4 list-disc space-y-1 pl-5 text-sm text-muted">
                {plan.features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <button
                type="button"
                aria-pressed={chosen === plan.plan_type}
                disabled={granted !== undefined}
                onClick={() => onChange({ plan: plan.plan_type })}
                className="mt-auto rounded-control border border-line-strong/60 px-3 py-2 font-semibold enabled:hover:bg-well disabled:cursor-not-allowed disabled:opacity-45 aria-pressed:border-accent aria-pressed:bg-accent-wash aria-pressed:text-accent aria-pressed:opacity-100"
              >
                {chosen === plan.plan_type ? t`Selected` : t`Select Plan`}
              </button>
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** The plan that all users have on a server without payments. */
function useGrantedPlan() {
  const { data } = useQuery(getBillingOptions());
  return data && !data.is_configured ? data.default_plan : undefined;
}

function Complete({ data, Templates, onChosen }: StepContentProps) {
  const plan = useGrantedPlan() ?? data.plan;
  const facts = [
    [t`Role`, translated(data.role)],
    [t`Experience`, translated(data.experience)],
    [t`Plan`, plan ? labelOf(words.plans, plan) : ""],
    [t`Goals`, String(data.goals.length)],
  ] as const;
  return (
    <>
      <p className="text-xl font-bold">
        <Trans>You're all set!</Trans>
      </p>
      <dl className="tray mt-6 max-w-md grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name} className="p-4">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-8 mb-2 text-lg font-bold">
        <Trans>Begin with a template</Trans>
      </h3>
      <Templates role={data.role} most={4} onChosen={onChosen} />
    </>
  );
}
