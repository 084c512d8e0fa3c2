import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  disableTwoFactorMutation,
  enableTwoFactorMutation,
  getTwoFactorOptions,
  renewRecoveryCodesMutation,
  setUpTwoFactorMutation,
} from "@/api/generated/@tanstack/react-query.gen";
import { refresh } from "@/api/infinite";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { SectionCard } from "@/ui/card";
import { Skeleton } from "@/ui/skeleton";
import { PasswordDialog } from "./password-dialog";
import { RecoveryCodes } from "./recovery-codes";
import { TwoFactorSetup } from "./two-factor-setup";

type Step =
  | { name: "ask"; what: "set up" | "turn off" | "renew" }
  | { name: "set up"; secret: string; qrCode: string }
  | { name: "codes"; codes: string[] };

/**
 * Two-factor authentication by authenticator app: set up with a QR code, confirmed with a code, with recovery
 * codes.
 */
export function TwoFactor() {
  const queryClient = useQueryClient();
  const { data } = useQuery({ ...getTwoFactorOptions(), staleTime: 0 });
  const setUp = useMutation(setUpTwoFactorMutation());
  const enable = useMutation(enableTwoFactorMutation());
  const disable = useMutation(disableTwoFactorMutation());
  const renew = useMutation(renewRecoveryCodesMutation());
  const [step, setStep] = useState<Step | null>(null);
  const changed = () => refresh(queryClient, "getTwoFactor");

  const confirm = async (what: "set up" | "turn off" | "renew", password: string) => {
    const body = { password };
    if (what === "set up") {
      const { secret, qr_code } = await setUp.mutateAsync({ body });
      setStep({ name: "set up", secret, qrCode: qr_code });
    } else if (what === "renew") {
      const { recovery_codes } = await renew.mutateAsync({ body });
      setStep({ name: "codes", codes: recovery_codes });
      await changed();
    } else {
      await disable.mutateAsync({ body });
      setStep(null);
      await changed();
    }
  };
  const enter = async (code: string) => {
    const { recovery_codes } = await enable.mutateAsync({ body: { code } });
    setStep({ name: "codes", codes: recovery_codes });
    await changed();
  };

  return (
    <SectionCard
      title={t`Two-Factor Authentication`}
      description={t`A code from your phone, in addition to your password.`}
      action={
        data && <Badge tone={data.enabled ? "success" : "neutral"}>{data.enabled ? t`On` : t`Off`}</Badge>
      }
    >
      {!data && <Skeleton className="h-9" />}
      {data && !data.enabled && (
        <Button onClick={() => setStep({ name: "ask", what: "set up" })}>
          <Trans>Set up two-factor</Trans>
        </Button>
      )}
      {data?.enabled && (
        <div className="flex flex-wrap items-center gap-2">
          <Button onClick={() => setStep({ name: "ask", what: "renew" })}>
            <Trans>New recovery codes</Trans>
          </Button>
          <Button onClick={() => setStep({ name: "ask", what: "turn off" })}>
            <Trans>Turn off</Trans>
          </Button>
          <span className="text-sm text-muted">
            {plural(data.recovery_codes_left, {
              one: "# recovery code left",
              other: "# recovery codes left",
            })}
          </span>
        </div>
      )}
      {step?.name === "ask" && (
        <PasswordDialog
          title={t`Confirm with your password`}
          confirmLabel={t`Continue`}
          onClose={() => setStep(null)}
          onConfirm={(password) => confirm(step.what, password)}
        />
      )}
      {step?.name === "set up" && (
        <TwoFactorSetup
          secret={step.secret}
          qrCode={step.qrCode}
          onClose={() => setStep(null)}
          onEnter={enter}
        />
      )}
      {step?.name === "codes" && <RecoveryCodes codes={step.codes} onClose={() => setStep(null)} />}
    </SectionCard>
  );
}
