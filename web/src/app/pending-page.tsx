import { Link } from "@tanstack/react-router";
import { buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";

/** Says honestly that a screen of the plan is not in this build. */
export function PendingPage() {
  return (
    <div className="mx-auto max-w-2xl px-4 py-16">
      <h1 className="sr-only">Not in this build</h1>
      <EmptyState
        title="This screen is not in this build yet"
        action={
          <Link to="/explorer" className={buttonClass()}>
            Go to the Explorer
          </Link>
        }
      >
        Its part of the server is still being written. Nothing here is stored or lost.
      </EmptyState>
    </div>
  );
}
