import { Alert } from "./alert";
import { buttonClass } from "./button";

/** Shown in a form that was sent after the session ended: the input stays, and can be sent again. */
export function SignedOutAlert() {
  return (
    <Alert
      title="You are signed out"
      action={
        <a href="/login" target="_blank" rel="noreferrer" className={buttonClass({ size: "sm" })}>
          Sign in in another tab
        </a>
      }
    >
      Your session has ended, so nothing was saved. Your text stays here: sign in in another tab, then try
      again.
    </Alert>
  );
}
