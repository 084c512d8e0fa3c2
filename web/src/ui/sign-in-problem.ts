import { t } from "@lingui/core/macro";

// Read once, because a component may be drawn more than once, and removed from the address, so that a reload forgets it.
const returned = read();

function read(): { pathname: string; code: string } | undefined {
  const code = new URLSearchParams(window.location.hash.slice(1)).get("problem");
  if (!code) return undefined;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  return { pathname, code };
}

/** What went wrong at the sign-in by the provider, as the server's redirect to this page said in the fragment. */
export function signInProblem(): string | undefined {
  return returned?.pathname === window.location.pathname ? sentence(returned.code) : undefined;
}

function sentence(code: string): string {
  switch (code) {
    case "account_disabled":
      return t`This account is disabled. Ask whoever runs this server.`;
    case "address_known":
      return t`An account here has this address already. Sign in with its password, then link it under Settings, Account.`;
    case "address_unverified":
      return t`The provider has not confirmed your address. Confirm it there, then try again.`;
    case "already_linked":
      return t`That account of the provider, or yours here, is linked already.`;
    case "domain_not_allowed":
      return t`Addresses of this domain cannot sign up on this server.`;
    case "invitation_required":
      return t`You need an invitation to sign up on this server. Ask whoever runs it for one.`;
    case "invalid_invitation":
      return t`This invitation was used already, was revoked or is too old. Ask for a new one.`;
    case "invited_another":
      return t`This invitation is for another address. Sign up with the address that it was sent to.`;
    case "provider_failed":
      return t`The provider does not answer. Try again later, or use your password.`;
    case "provider_refused":
      return t`The provider does not confirm this sign-in. Try again.`;
    case "registration_closed":
      return t`Nobody can sign up on this server. Ask whoever runs it for an account.`;
    case "sign_in_expired":
      return t`This sign-in took too long or was begun in another browser. Try again.`;
    case "sign_in_stopped":
      return t`The sign-in was stopped. Try again.`;
    default:
      return t`The sign-in failed. Try again.`;
  }
}
