// What stands in the editor's place while a prompt is on its way, and when it does not come.
import { Link } from "@tanstack/react-router";
import { isStatus, messageOf } from "@/api/client";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Skeleton } from "@/ui/skeleton";

export function EditorSkeleton() {
  return (
    <div aria-busy="true" className="mx-auto max-w-[96rem]">
      <span className="sr-only" role="status">
        Opening the prompt…
      </span>
      <div className="flex items-center justify-between gap-4 py-3">
        <Skeleton className="h-8 w-72 max-w-[60%]" />
        <Skeleton className="h-9 w-48 max-sm:hidden" />
      </div>
      <div className="mt-4 grid gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex flex-col gap-3">
          <Skeleton className="h-12" />
          <Skeleton className="h-44" />
          <Skeleton className="h-44" />
        </div>
        <Skeleton className="h-96 max-xl:hidden" />
      </div>
    </div>
  );
}

interface EditorFailureProps {
  error: unknown;
  /** What is missing, and where to go instead. */
  missing?: { title: string; to: "/explorer"; label: string };
}

export function EditorFailure({
  error,
  missing = { title: "Prompt not found", to: "/explorer", label: "Return to Explorer" },
}: EditorFailureProps) {
  if (isStatus(error, 404) || isStatus(error, 400)) {
    return (
      <EmptyState
        level={1}
        title={missing.title}
        action={
          <Link to={missing.to} className={buttonClass()}>
            {missing.label}
          </Link>
        }
      >
        It was deleted, or it is private and belongs to somebody else.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={1}
      title="The prompt could not be opened"
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}
