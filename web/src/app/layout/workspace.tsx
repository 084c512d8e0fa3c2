import { Trans } from "@lingui/react/macro";
import { Outlet, useMatches } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "@/api/session";
import { useMayCreate, useWorkspace } from "@/api/workspace";
import { chooseLanguage, initialLanguage } from "@/i18n";
import { chosenLanguage } from "@/lib/preferences";
import { lazyComponent, RetryingPlaceholder } from "@/ui/lazy-component";
import { Main } from "@/ui/main";
import { PagePending } from "../page-pending";
import { Sidebar } from "./sidebar";

// Few users see it.
const ConfirmBanner = lazyComponent(() => import("@/features/auth/confirm-banner"), {
  failed: RetryingPlaceholder,
});

/**
 * The layout of signed-in pages: the sidebar on wide screens, the page beside it. It fills the screen from the
 * first render, so that late content does not shift the footer. Guests see a public page without the sidebar.
 */
export function Workspace() {
  // No user is signed in between the end of a session and the redirect to sign-in.
  const user = useSession();
  useLanguageOf(user?.id);
  const isPublic = useMatches({ select: (matches) => matches.at(-1)?.staticData.isPublic === true });
  if (user === null && isPublic) {
    return (
      <Main className="mx-auto w-full max-w-7xl flex-1 px-4 py-6 lg:px-8 lg:py-8">
        <Outlet />
      </Main>
    );
  }
  if (!user) return <PagePending />;
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-1">
      <Sidebar />
      {/* The key remounts the page for each user: signing in over another session shows none of that user's
          state. */}
      <Main key={user.id} className="min-w-0 flex-1 px-4 py-6 lg:px-8 lg:py-8">
        <ReadOnlyNote />
        {!user.email_confirmed && <ConfirmBanner email={user.email} />}
        <Outlet />
      </Main>
    </div>
  );
}

/** Says to viewers and commenters of a team why nothing can be changed. */
function ReadOnlyNote() {
  const workspace = useWorkspace();
  if (useMayCreate() || !workspace) return null;
  return (
    <p role="note" className="mb-6 rounded-control bg-well px-4 py-3">
      <Trans>
        You can read everything in {workspace.name} and change nothing, because of your role. An admin of the
        team can give you another.
      </Trans>
    </p>
  );
}

/** Follows the language that an account chose, where another one was chosen last. */
function useLanguageOf(userId: string | undefined): void {
  useEffect(() => {
    const language = userId && chosenLanguage(userId);
    // A page whose catalogue did not load does not start again.
    if (language && language !== initialLanguage()) chooseLanguage(language);
  }, [userId]);
}
