import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { startOidcMutation } from "@/api/generated/@tanstack/react-query.gen";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { signInProblem } from "@/ui/sign-in-problem";

export interface ProviderButtonProps {
  /** The name of the provider of this server, if it has one. */
  name: string | undefined;
  from: string | undefined;
  invitation?: string | null | undefined;
}

/** The button that leads to the provider, and what went wrong there. */
export default function ProviderButton({ name, from, invitation }: ProviderButtonProps) {
  const [problem] = useState(signInProblem);
  const start = useMutation({
    ...startOidcMutation(),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const error = start.error ? messageOf(start.error) : problem;
  if (!name) return problem && <Alert>{problem}</Alert>;
  return (
    <div className="mb-6 space-y-4">
      {error && <Alert>{error}</Alert>}
      <Button
        size="lg"
        className="w-full"
        busy={start.isPending || start.isSuccess}
        onClick={() => start.mutate({ body: { ...(from && { from }), ...(invitation && { invitation }) } })}
      >
        {t`Continue with ${name}`}
      </Button>
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        <Trans>or</Trans>
      </p>
    </div>
  );
}
