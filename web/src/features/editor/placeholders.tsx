// Placeholders of the editor while a prompt loads, and when it fails to.
import { Link } from "@tanstack/react-router";
import { isStatus, messageOf } from "@/api/client";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Skeleton } from "@/ui/skeleton";

type What = "prompt" | "asset";

const notFound = { prompt: "Prompt not found", asset: "Asset not found", component: "Component not found" };

export function EditorSkeleton({ what = "prompt" }: { what?: What }) {
  return (
    <div aria-busy="true" className="mx-auto max-w-[96rem]">
      <h1 className="sr-only">{what === "asset" ? "Asset Editor" : "Prompt Editor"}</h1>
      <span className="sr-only" role="status">
        Opening the {what}…
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

export function EditorFailure({ error, what = "prompt" }: { error: unknown; what?: What | "component" }) {
  if (isStatus(error, 404) || isStatus(error, 400)) {
    return (
      <EmptyState
        level={1}
        title={notFound[what]}
        action={
          what === "component" ? (
            <Link to="/library" className={buttonClass()}>
              Return to Library
            </Link>
          ) : (
            <Link to="/explorer" className={buttonClass()}>
              Return to Explorer
            </Link>
          )
        }
      >
        It was deleted, or it is private and belongs to someone else.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={1}
      title={`The ${what} could not be opened`}
      action={<Button onClick={() => location.reload()}>Try again</Button>}
    >
      {messageOf(error)}
    </EmptyState>
  );
}
