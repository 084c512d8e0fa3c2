import { Trans } from "@lingui/react/macro";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { messageOf } from "@/api/client";
import { ModuleNotLoaded } from "@/lib/dynamic-import";
import { Button } from "@/ui/button";

/** The error boundary of a page that fails to render. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <div role="alert" className="mx-auto flex min-h-[60vh] max-w-lg flex-col items-start justify-center px-4">
      <h1 className="text-2xl font-bold">
        <Trans>This page could not be shown</Trans>
      </h1>
      <p className="mt-2 text-muted wrap-anywhere">{messageOf(error)}</p>
      <Button
        variant="primary"
        className="mt-5"
        onClick={() => {
          // The router treats a failed import as loaded, so only a reload fetches the code again.
          if (error instanceof ModuleNotLoaded) return window.location.reload();
          reset();
          void router.invalidate();
        }}
      >
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}
