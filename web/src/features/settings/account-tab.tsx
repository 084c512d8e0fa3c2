import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { LogOut } from "lucide-react";
import { messageOf } from "@/api/client";
import { useSignOut, useUser } from "@/api/session";
import { useFormat } from "@/lib/format";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { toast } from "@/ui/toast";
import { ApiTokens } from "./api-tokens";
import { ChangePassword } from "./change-password";
import { DeleteAccount } from "./delete-account";
import { EmailAddress } from "./email";
import { ExportData } from "./export-data";
import { Sessions } from "./sessions";
import { SingleSignOn } from "./single-sign-on";
import { TwoFactor } from "./two-factor";

interface AccountTabProps {
  /** Deletes the drafts stored in this browser for a user. */
  forgetDrafts: (userId: string) => Promise<void>;
}

export function AccountTab({ forgetDrafts }: AccountTabProps) {
  const user = useUser();
  const format = useFormat();
  return (
    <div className="space-y-6">
      <SectionCard title={t`Account`}>
        <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
          <EmailAddress />
          <Fact name={t`Member since`} value={user.created_at ? format.date(user.created_at) : "Unknown"} />
          <Fact name={t`Account ID`} value={user.id} mono />
        </dl>
      </SectionCard>
      <ChangePassword />
      <TwoFactor />
      <SingleSignOn />
      <Sessions />
      <ApiTokens />
      <ExportData />
      <SignOut />
      <DeleteAccount forgetDrafts={forgetDrafts} />
    </div>
  );
}

function Fact({ name, value, mono }: { name: string; value: string; mono?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={mono ? "font-mono text-sm wrap-anywhere" : "font-semibold wrap-anywhere"}>{value}</dd>
    </div>
  );
}

function SignOut() {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = async () => {
    try {
      await navigate({ to: "/" });
      await signOut();
    } catch (error) {
      toast.error(t`Signing out failed`, { description: messageOf(error) });
    }
  };
  return (
    <SectionCard title={t`Session`} description={t`Ends the session in this browser.`}>
      <Button onClick={() => void leave()}>
        <LogOut aria-hidden="true" /> <Trans>Sign Out</Trans>
      </Button>
    </SectionCard>
  );
}
