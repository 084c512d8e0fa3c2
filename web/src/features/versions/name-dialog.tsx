// Gives a save a name, or a version another changelog.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { numberOf, type VersionLine } from "./numbers";

interface NameDialogProps {
  entry: VersionLine;
  name: (changelog: string) => Promise<unknown>;
  onNamed: () => void;
  onClose: () => void;
}

export function NameDialog({ entry, name, onNamed, onClose }: NameDialogProps) {
  const [changelog, setChangelog] = useState(entry.changelog || entry.changes.join(", "));
  const naming = useMutation({ mutationFn: () => name(changelog), onSuccess: onNamed });
  const number = numberOf(entry);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !naming.isPending && onClose()}
      title={entry.is_named ? t`Changelog of ${number}` : t`Name version ${number}`}
      description={
        entry.is_named ? undefined : t`This save becomes a version. Its text and number don't change.`
      }
      footer={
        <>
          <Button onClick={onClose} disabled={naming.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={naming.isPending} onClick={() => naming.mutateAsync()}>
            {entry.is_named ? t`Save changelog` : t`Name version`}
          </Button>
        </>
      }
    >
      {naming.error && <Alert title={t`Naming the version failed`}>{messageOf(naming.error)}</Alert>}
      <Field label={t`Changelog`} hint={t`Optional: what is new, in your words.`}>
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            value={changelog}
            onChange={(event) => setChangelog(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}
