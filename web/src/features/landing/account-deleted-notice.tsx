import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { Alert } from "@/ui/alert";

/** The confirmation after an account was deleted. */
export default function AccountDeletedNotice() {
  const navigate = useNavigate();
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-6 lg:px-8">
      <Alert
        tone="success"
        title={t`Your account was deleted`}
        onDismiss={() => void navigate({ to: "/", replace: true, state: {} })}
      >
        <Trans>
          Everything in it is gone, and you are signed out everywhere. You are welcome to come back.
        </Trans>
      </Alert>
    </div>
  );
}
