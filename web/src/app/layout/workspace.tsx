import { Outlet } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { Main } from "@/ui/main";
import { PagePending } from "../page-pending";
import { Sidebar } from "./sidebar";

/**
 * The layout of signed-in pages: the sidebar on wide screens, the page beside it. It fills the screen from the
 * first render, so that late content does not shift the footer.
 */
export function Workspace() {
  // No user is signed in between the end of a session and the redirect to sign-in.
  const user = useSession();
  if (!user) return <PagePending />;
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-1">
      <Sidebar />
      {/* The key remounts the page for each user: signing in over another session shows none of that user's
          state. */}
      <Main key={user.id} className="min-w-0 flex-1 px-4 py-6 lg:px-8 lg:py-8">
        <Outlet />
      </Main>
    </div>
  );
}
