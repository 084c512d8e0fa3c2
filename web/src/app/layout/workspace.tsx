import { Outlet } from "@tanstack/react-router";
import { useSession } from "@/api/session";
import { Main } from "@/ui/main";
import { PagePending } from "../page-pending";
import { Sidebar } from "./sidebar";

/**
 * Signed-in pages: the sidebar on wide screens, the page beside it. They fill the screen from the first moment, so that the
 * footer is not pushed around by what comes later.
 */
export function Workspace() {
  // Between the end of a session and the way to sign-in there is nobody to show a page for.
  const user = useSession();
  if (!user) return <PagePending />;
  return (
    <div className="flex min-h-[calc(100dvh-3.5rem)] flex-1">
      <Sidebar />
      {/* A page belongs to one person: whoever signs in over somebody finds nothing of theirs in it. */}
      <Main key={user.id} className="min-w-0 flex-1 px-4 py-6 lg:px-8 lg:py-8">
        <Outlet />
      </Main>
    </div>
  );
}
