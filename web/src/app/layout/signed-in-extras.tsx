// The parts only signed-in pages need, loaded with the first of them: toasts, the welcome, dialogs opened by
// commands.
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "react";
import type { User } from "@/api/generated/types.gen";
import { useUser } from "@/api/session";
import { lazyComponent, MissingOverlay, RetryingPlaceholder } from "@/ui/lazy-component";
import { Toaster, toast } from "@/ui/toast";
import { useTheme } from "../theme";
import { OverlayNotLoaded } from "./overlay-not-loaded";
import { closeOverlay, useOverlayStore } from "./overlays";

/** Loads with the last step of the onboarding. */
const Templates = lazyComponent(() => import("@/features/templates/template-gallery"), {
  failed: RetryingPlaceholder,
});
const Onboarding = lazyComponent(() => import("@/features/onboarding/onboarding"), {
  failed: RetryingPlaceholder,
});
const CommandPalette = lazyComponent(() => import("./command-palette"), { failed: OverlayNotLoaded });
const ShortcutsSheet = lazyComponent(() => import("./shortcuts-sheet"), { failed: OverlayNotLoaded });

const Fill = lazyComponent(() => import("@/features/fill/fill-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what="The prompt" {...failure} onDismiss={props.onClose} />
  ),
});

export default function SignedInExtras({ since }: { since: User }) {
  const { dark } = useTheme();
  const open = useOverlayStore((state) => state.open);
  const copied = useOverlayStore((state) => state.copied);
  useEffect(expectRules, []);
  useNewsOfAccount(since);
  return (
    <>
      <Toaster theme={dark ? "dark" : "light"} />
      <Onboarding Templates={Templates} />
      {open === "palette" && <CommandPalette />}
      {open === "shortcuts" && <ShortcutsSheet />}
      {open === "copy" && copied && <Fill promptId={copied.id} title={copied.title} onClose={closeOverlay} />}
    </>
  );
}

// Prefetches the core when the browser is idle: it is large, a list does not need it, and an editor waits for it.
function expectRules(): () => void {
  const fetchRules = () => void import("@/core").catch(() => undefined);
  const timer = setTimeout(() => {
    if ("requestIdleCallback" in window) requestIdleCallback(fetchRules);
    else fetchRules();
  }, 3000);
  return () => clearTimeout(timer);
}

/** Reports that another account signed in under an open page. */
function useNewsOfAccount(since: User): void {
  const user = useUser();
  const previous = useRef(since);
  useEffect(() => {
    const before = previous.current;
    previous.current = user;
    if (before.id === user.id) return;
    toast.warning(t`${user.full_name} is now signed in`, {
      description: t`Someone signed in with another account in this browser. Unsaved prompts and components of ${before.full_name} are kept and come back when that account signs in here again.`,
      duration: Number.POSITIVE_INFINITY,
    });
  }, [user]);
}
