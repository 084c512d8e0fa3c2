import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Alert } from "./alert";
import { buttonClass } from "./button";

/** Shown in a form that was sent after the session ended: the input stays, and can be sent again. */
export function SignedOutAlert() {
  return (
    <Alert
      title={t`You are signed out`}
      action={
        <a href="/login" target="_blank" rel="noreferrer" className={buttonClass({ size: "sm" })}>
          <Trans>Sign in in another tab</Trans>
        </a>
      }
    >
      <Trans>
        Your session has ended, so nothing was saved. Your text stays here: sign in in another tab, then try
        again.
      </Trans>
    </Alert>
  );
}
