// Welcomes a new user. Almost everybody has been welcomed already, so the steps and the rules they ask come only when they are
// to be shown.
import { useQuery } from "@tanstack/react-query";
import { getOnboardingOptions } from "@/api/generated/@tanstack/react-query.gen";
import { usePreferences } from "@/api/preferences";
import { LeftOut, lazyPart } from "@/ui/lazy-part";

const Steps = lazyPart(() => import("./steps-overlay"), { failed: LeftOut });

export default function Onboarding() {
  const [{ show_onboarding }] = usePreferences();
  const { data } = useQuery({ ...getOnboardingOptions(), enabled: show_onboarding });
  if (!show_onboarding || !data || data.completed) return null;
  return <Steps progress={data} />;
}
