// Shows the onboarding to a new user, but never over a prompt that a link led to. Most users have completed it, so
// the steps and the core they need are lazy-loaded.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { getOnboardingOptions } from "@/api/generated/@tanstack/react-query.gen";
import { usePreferences } from "@/lib/preferences";
import { lazyComponent, RetryingPlaceholder } from "@/ui/lazy-component";
import type { Templates } from "./steps";

const Steps = lazyComponent(() => import("./onboarding-dialog"), { failed: RetryingPlaceholder });

export default function Onboarding({ Templates }: { Templates: Templates }) {
  const [{ show_onboarding }] = usePreferences();
  const { data } = useQuery({ ...getOnboardingOptions(), enabled: show_onboarding });
  const isEditor = useLocation({ select: ({ pathname }) => /^\/(asset-|component-)?editor/.test(pathname) });
  if (!show_onboarding || !data || data.completed || isEditor) return null;
  return <Steps progress={data} Templates={Templates} />;
}
