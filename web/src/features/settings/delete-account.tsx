import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { deleteAccountMutation } from "@/api/generated/@tanstack/react-query.gen";
import { forgetSession, useUser } from "@/api/session";
import { forgetUserStorage } from "@/lib/storage";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { PasswordDialog } from "./password-dialog";

interface DeleteAccountProps {
  forgetDrafts: (userId: string) => Promise<void>;
}

/** Deletes the account after two confirmations, with the typed address and the password. */
export function DeleteAccount({ forgetDrafts }: DeleteAccountProps) {
  const user = useUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const remove = useMutation(deleteAccountMutation());
  const [asking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const open = () => {
    setTyped("");
    setAsking(true);
  };

  const confirm = async (password: string) => {
    await remove.mutateAsync({ body: { password } });
    forgetUserStorage(user.id);
    // If the browser blocks its database there are no drafts to delete, and the account is deleted in any case.
    await forgetDrafts(user.id).catch(() => {});
    // Navigates away first: an open page would send requests for a deleted account.
    await navigate({ to: "/", replace: true, state: { accountDeleted: true } });
    forgetSession(queryClient);
  };

  return (
    <SectionCard
      title={t`Delete Account`}
      description={t`Permanently deletes your account and everything in it.`}
      className="border-danger/40"
    >
      <Button variant="danger" onClick={open}>
        <Trans>Delete Account</Trans>
      </Button>
      {asking && (
        <PasswordDialog
          title={t`Delete Account`}
          confirmLabel={t`Delete Account`}
          danger
          ready={typed.trim().toLowerCase() === user.email.toLowerCase()}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        >
          <p className="font-semibold">
            <Trans>This cannot be undone.</Trans>
          </p>
          <ul className="list-disc space-y-1.5 pl-5">
            <li>
              <Trans>
                Your prompts, assets, components and collections are deleted with all their versions, also
                from the trash. Public links to them stop working.
              </Trans>
            </li>
            <li>
              <Trans>
                Your profile, picture, likes, ratings, credits and API tokens are deleted. A paid plan ends at
                once.
              </Trans>
            </li>
            <li>
              <Trans>Copies that others made of your public prompts stay theirs.</Trans>
            </li>
            <li>
              <Trans>
                You are signed out everywhere, and your preferences, keys and unsaved drafts are removed from
                this browser.
              </Trans>
            </li>
          </ul>
          <p>
            <Trans>To keep a copy, export your data first.</Trans>
          </p>
          <Field
            label={
              <Trans>
                Type <span className="font-mono wrap-anywhere">{user.email}</span> to confirm
              </Trans>
            }
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        </PasswordDialog>
      )}
    </SectionCard>
  );
}
