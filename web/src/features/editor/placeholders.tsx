// Placeholders of the editor while a prompt loads, and when it fails to.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { isStatus, messageOf } from "@/api/client";
import { Button, buttonClass } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Skeleton } from "@/ui/skeleton";

type What = "prompt" | "asset";

const notFound = {
  prompt: t`Prompt not found`,
  asset: t`Asset not found`,
  component: t`Component not found`,
};

const notOpened = {
  prompt: t`The prompt could not be opened`,
  asset: t`The asset could not be opened`,
  component: t`The component could not be opened`,
};

export function EditorSkeleton({ what = "prompt" }: { what?: What }) {
  return (
    <div aria-busy="true" className="mx-auto max-w-[96rem]">
      <h1 className="sr-only">{what === "asset" ? t`Asset Editor` : t`Prompt Editor`}</h1>
      <span className="sr-only" role="status">
        {what === "asset" ? <Trans>Opening the asset…</Trans> : <Trans>Opening the prompt…</Trans>}
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
              <Trans>Return to Library</Trans>
            </Link>
          ) : (
            <Link to="/explorer" className={buttonClass()}>
              <Trans>Return to Explorer</Trans>
            </Link>
          )
        }
      >
        <Trans>It was deleted, or it is private and belongs to someone else.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      level={1}
      title={notOpened[what]}
      action={
        <Button onClick={() => location.reload()}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      {messageOf(error)}
    </EmptyState>
  );
}
