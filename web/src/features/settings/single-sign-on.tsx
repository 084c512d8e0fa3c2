import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getOidcLinkOptions,
  linkOidcMutation,
  unlinkOidcMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import { refresh } from "@/api/infinite";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { signInProblem } from "@/ui/sign-in-problem";
import { PasswordDialog } from "./password-dialog";

/** The link of the account to the provider of this server, where there is one. */
export function SingleSignOn() {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...getOidcLinkOptions(), staleTime: 0 });
  const link = useMutation(linkOidcMutation());
  const unlink = useMutation(unlinkOidcMutation());
  const [asking, setAsking] = useState(false);
  const [problem] = useState(signInProblem);
  if (!data?.name) return null;
  const { name, linked_email } = data;
  const isLinked = linked_email !== null;
  const confirm = async (password: string) => {
    const body = { password };
    if (isLinked) {
      await unlink.mutateAsync({ body });
      setAsking(false);
      await refresh(queryClient, "getOidcLink");
    } else {
      const { url } = await link.mutateAsync({ body });
      window.location.assign(url);
    }
  };
  return (
    <SectionCard
      title={t`Single sign-on`}
      description={
        isLinked
          ? t`You can sign in with ${name} as ${linked_email}.`
          : t`Sign in with ${name} instead of your password.`
      }
      action={
        <Button size="sm" onClick={() => setAsking(true)}>
          {isLinked ? t`Unlink` : t`Link ${name}`}
        </Button>
      }
    >
      {problem && <Alert>{problem}</Alert>}
      {isLinked && (
        <p className="text-muted">
          <Trans>Without a password, set one with “Forgot password?” before you unlink.</Trans>
        </p>
      )}
      {asking && (
        <PasswordDialog
          title={isLinked ? t`Unlink ${name}?` : t`Link ${name}`}
          confirmLabel={isLinked ? t`Unlink` : t`Continue`}
          danger={isLinked}
          onClose={() => setAsking(false)}
          onConfirm={confirm}
        />
      )}
    </SectionCard>
  );
}
