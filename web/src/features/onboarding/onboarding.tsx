// Shows the onboarding to a new user. Most users have completed it, so the steps and the core they need are
// lazy-loaded.
import { useQuery } from "@tanstack/react-query";
import { getOnboardingOptions } from "@/api/generated/@tanstack/react-query.gen";
import { usePreferences } from "@/lib/preferences";
import { lazyComponent, RetryingPlaceholder } from "@/ui/lazy-component";
import type { Templates } from "./steps";

const Steps = lazyComponent(() => import("./onboarding-dialog"), { failed: RetryingPlaceholder });

export default function Onboarding({ Templates }: { Templates: Templates }) {
  const [{ show_onboarding }] = usePreferences();
  const { data } = useQuery({ ...getOnboardingOptions(), enabled: show_onboarding });
  if (!show_onboarding || !data || data.completed) return null;
  return <Steps progress={data} Templates={Templates} />;
}
