import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import type { Account, HandedOver } from "@/api/generated/types.gen";
import { Checkbox } from "@/ui/checkbox";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Field } from "@/ui/field";
import { Input } from "@/ui/input";
import { toast } from "@/ui/toast";
import { useAccountActions } from "./actions";

export type Act =
  | "delete"
  | "demote"
  | "disable"
  | "email"
  | "enable"
  | "hand-over"
  | "promote"
  | "reset"
  | "sessions";

interface Question {
  title: string;
  text: string;
  confirm: string;
  danger?: boolean;
  /** The label of a box to tick. */
  option?: string;
  /** The label of an address to type. */
  address?: string;
}

function question(act: Act, email: string): Question {
  switch (act) {
    case "disable":
      return {
        title: t`Disable ${email}?`,
        text: t`Its sessions end. Nobody can sign in, use its API tokens or get its webhooks until it is enabled. Its data stays.`,
        confirm: t`Disable`,
        danger: true,
        option: t`Make private what it has made public or shared by link`,
      };
    case "enable":
      return {
        title: t`Enable ${email}?`,
        text: t`Its owner can sign in again, and its API tokens work again.`,
        confirm: t`Enable`,
      };
    case "promote":
      return {
        title: t`Make ${email} an administrator?`,
        text: t`Administrators manage all accounts, and can delete them and name other administrators.`,
        confirm: t`Make administrator`,
      };
    case "demote":
      return {
        title: t`Take the administrator role back from ${email}?`,
        text: t`The account stays as it is otherwise.`,
        confirm: t`Take the role back`,
        danger: true,
      };
    case "sessions":
      return {
        title: t`End all sessions of ${email}?`,
        text: t`Its owner has to sign in again everywhere.`,
        confirm: t`End sessions`,
        option: t`Revoke its API tokens, too`,
      };
    case "reset":
      return {
        title: t`Mail ${email} a link to a new password?`,
        text: t`The link works for an hour. The current password stays until it is used.`,
        confirm: t`Send the link`,
      };
    case "email":
      return {
        title: t`Change the address of ${email}`,
        text: t`The new address counts as confirmed. Links that were mailed to the former one stop working.`,
        confirm: t`Change address`,
        address: t`New address`,
      };
    case "hand-over":
      return {
        title: t`Hand over what ${email} has made`,
        text: t`Its prompts, components and collections become those of another account, with their histories and labels.`,
        confirm: t`Hand over`,
        address: t`Address of the account that gets them`,
      };
    case "delete":
      return {
        title: t`Delete ${email}?`,
        text: t`The account and everything it owns are deleted for good. Hand over first what others need.`,
        confirm: t`Delete`,
        danger: true,
        address: t`Type the address of the account to confirm`,
      };
  }
}

/** Asks before an act on an account, and does it. */
export function ActDialog(props: { account: Account; act: Act; onClose: (isGone: boolean) => void }) {
  const { account, act, onClose } = props;
  const actions = useAccountActions(account.id);
  const asked = question(act, account.email);
  const [option, setOption] = useState(false);
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const perform = async () => {
    const typed = address.trim();
    if (act === "disable") await actions.disable(option);
    else if (act === "enable") await actions.enable();
    else if (act === "promote" || act === "demote") await actions.setAdministrator(act === "promote");
    else if (act === "sessions") await actions.endSessions(option);
    else if (act === "reset") {
      await actions.reset();
      toast.success(t`A link is on its way to ${account.email}`);
    } else if (act === "email") await actions.email(typed);
    else if (act === "hand-over") tell(await actions.handOver(typed), typed);
    else {
      if (typed.toLowerCase() !== account.email.toLowerCase()) {
        throw new Error(t`This is not the address of the account.`);
      }
      await actions.remove();
    }
    onClose(act === "delete");
  };

  const confirm = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await perform();
    } catch (failure) {
      setError(messageOf(failure));
      setBusy(false);
    }
  };

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose(false)}
      title={asked.title}
      confirmLabel={asked.confirm}
      danger={asked.danger ?? false}
      busy={busy}
      error={error}
      onConfirm={confirm}
    >
      <p>{asked.text}</p>
      {asked.option && (
        <Checkbox
          label={asked.option}
          className="text-ink"
          checked={option}
          onChange={(event) => setOption(event.target.checked)}
        />
      )}
      {asked.address && (
        <Field label={asked.address} className="text-ink">
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="off"
              value={address}
              onChange={(event) => setAddress(event.target.value)}
            />
          )}
        </Field>
      )}
    </ConfirmDialog>
  );
}

function tell(done: HandedOver, to: string): void {
  const renamed = done.renamed.map(({ from, to }) => `${from} → ${to}`).join(", ");
  const count = done.prompts + done.components + done.collections;
  toast.success(plural(count, { one: `# item given to ${to}`, other: `# items given to ${to}` }), {
    ...(renamed && { description: t`Names that were taken: ${renamed}` }),
  });
}
