// Moves a label to a version, or makes a new one.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useId, useState } from "react";
import { isSessionEnded, messageOf } from "@/api/client";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/checkbox";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Input, Textarea } from "@/ui/input";
import { Select } from "@/ui/select";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import { toast } from "@/ui/toast";
import { type Label, useLabelActs } from "./labels";

/** What is known about a move before it is made. */
export interface LabelMoveStart {
  /** The label; asked for if left out. */
  name?: string;
  /** The version chosen first. */
  version?: string;
}

interface MoveLabelDialogProps {
  promptId: string;
  start: LabelMoveStart;
  labels: readonly Label[];
  /** The numbers to choose from, newest first. */
  versions: readonly string[];
  /** Called when a save may have become a version. */
  onMoved: () => void;
  onClose: () => void;
}

const usual = ["production", "staging"];

export function MoveLabelDialog({
  promptId,
  start,
  labels,
  versions,
  onMoved,
  onClose,
}: MoveLabelDialogProps) {
  useOpenForm();
  const suggestions = useId();
  const free = usual.find((word) => !labels.some(({ name }) => name === word));
  const [name, setName] = useState(start.name ?? (start.version && labels[0]?.name) ?? free ?? "");
  const [version, setVersion] = useState(start.version ?? versions[0] ?? "");
  const [reason, setReason] = useState("");
  const [confirm, setConfirm] = useState(false);
  const { move, undo } = useLabelActs(promptId);
  const stands = labels.find((label) => label.name === name.trim().toLowerCase());
  const isThere = stands?.version === version;
  const mustConfirm = stands?.is_protected === true && !isThere;
  const options = [...new Set([version, ...versions])].filter(Boolean);

  const send = async () => {
    const path = { id: promptId, label: name.trim() };
    const moved = await move.mutateAsync({ path, body: { version, reason, confirm } });
    onMoved();
    onClose();
    toast.success(t`${moved.name} is at ${moved.version}`, {
      action: { label: t`Undo`, onClick: () => undo.mutate({ path, body: { from: version, confirm } }) },
    });
  };

  const isMove = Boolean(stands || start.name);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !move.isPending && onClose()}
      title={start.name ? t`Move ${start.name}` : start.version ? t`Move a label here` : t`New label`}
      description={t`Applications that fetch this prompt by the label get the version it points to.`}
      footer={
        <>
          <Button onClick={onClose} disabled={move.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            variant="primary"
            busy={move.isPending}
            disabled={!name.trim() || isThere || (mustConfirm && !confirm)}
            onClick={() => send().catch(() => {})}
          >
            {isMove ? t`Move label` : t`Create label`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isSessionEnded(move.error) && <SignedOutAlert />}
        {move.error && !isSessionEnded(move.error) && (
          <Alert title={isMove ? t`The label was not moved` : t`The label was not created`}>
            {messageOf(move.error)}
          </Alert>
        )}
        {!start.name && (
          <Field
            label={t`Label`}
            hint={
              stands
                ? t`It points to ${stands.version} now.`
                : t`Letters a to z, digits and hyphens, such as production.`
            }
          >
            {(control) => (
              <>
                <Input
                  {...control}
                  value={name}
                  list={suggestions}
                  maxLength={40}
                  autoCapitalize="none"
                  autoComplete="off"
                  spellCheck={false}
                  onChange={(event) => setName(event.target.value)}
                />
                <datalist id={suggestions}>
                  {[...new Set([...labels.map((label) => label.name), ...usual])].map((word) => (
                    <option key={word} value={word} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        )}
        <Field
          label={t`Version`}
          hint={isThere ? t`${stands.name} points to this version already.` : undefined}
        >
          {(control) => (
            <Select
              {...control}
              value={version}
              onChange={(event) => setVersion(event.target.value)}
              options={options.map((number) => ({
                value: number,
                label: number === stands?.version ? t`${number} (now)` : number,
              }))}
            />
          )}
        </Field>
        <Field label={t`Reason`} hint={t`Optional: why it moves. It stays in the label's history.`}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={2000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {mustConfirm && (
          <Checkbox
            label={t`Move ${stands.name} although it is protected`}
            checked={confirm}
            onChange={(event) => setConfirm(event.target.checked)}
          />
        )}
      </div>
    </Dialog>
  );
}
