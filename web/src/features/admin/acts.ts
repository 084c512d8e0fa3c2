import { t } from "@lingui/core/macro";
import type { AuditAction } from "@/api/generated/types.gen";

/** The acts of the audit log, in words. */
export const acts: Record<AuditAction, string> = {
  account_created: t`Account created`,
  account_deleted: t`Account deleted`,
  account_disabled: t`Account disabled`,
  account_enabled: t`Account enabled`,
  administrator_demoted: t`Administrator role taken back`,
  administrator_promoted: t`Administrator role given`,
  credits_granted: t`Credits granted`,
  email_changed: t`Address changed`,
  handed_over: t`Prompts handed over`,
  invitation_created: t`Invitation sent`,
  invitation_revoked: t`Invitation revoked`,
  label_moved: t`Label moved`,
  label_removed: t`Label removed`,
  password_changed: t`Password changed`,
  plan_changed: t`Plan changed`,
  recovery_codes_renewed: t`Recovery codes renewed`,
  report_dismissed: t`Report dismissed`,
  report_resolved: t`Report resolved`,
  reset_link_sent: t`Reset link sent`,
  sessions_ended: t`Sessions ended`,
  sign_in_failed: t`Sign-in failed`,
  signed_in: t`Signed in`,
  token_created: t`API token created`,
  token_revoked: t`API token revoked`,
  two_factor_disabled: t`Two-factor authentication turned off`,
  two_factor_enabled: t`Two-factor authentication turned on`,
  unpublished: t`Made private`,
  version_restored: t`Version restored`,
};
