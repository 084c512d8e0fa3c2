// Names the current text as a version, under a number whose part (major, minor, patch) the author chooses.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { isSessionEnded, messageOf } from "@/api/client";
import { nextVersion, type VersionType, words } from "@/core";
import { useOpenForm } from "@/lib/open-forms";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Textarea } from "@/ui/input";
import { SignedOutAlert } from "@/ui/signed-out-alert";
import type { RecordHistory } from "./history";
import { type Numbered, numberOf, type VersionLine } from "./numbers";

const hints: Record<VersionType, string> = {
  major: t`Breaking change`,
  minor: t`New feature`,
  batch: t`Small fix`,
};

/** A version being created. What is null follows the suggestion. */
export interface NewVersion {
  type: VersionType | null;
  changelog: string | null;
}

export const suggestedVersion: NewVersion = { type: null, changelog: null };

interface NewVersionDialogProps<Subject extends Numbered & { id: string }, Text> {
  remote: Subject;
  version: NewVersion;
  onVersion: (version: NewVersion) => void;
  history: RecordHistory<Subject, Text>;
  recordId: string;
  /** The current text, saved or not. */
  now: () => Text;
  /** The known versions, newest first. */
  versions: readonly VersionLine[];
  /** Whether there are changes to save first. */
  isChanged: () => boolean;
  flush: () => Promise<Subject | null>;
  onMade: (remote: Subject) => void;
  onClose: () => void;
}

export function NewVersionDialog<Subject extends Numbered & { id: string }, Text>({
  remote,
  version,
  onVersion,
  history,
  recordId,
  now,
  versions,
  isChanged,
  flush,
  onMade,
  onClose,
}: NewVersionDialogProps<Subject, Text>) {
  useOpenForm();
  const last = versions.find((entry) => entry.is_named);
  const text = history.useVersion(recordId, last ? numberOf(last) : null).data;
  // The current text cannot change while the modal dialog is open.
  const [written] = useState(now);
  const suggestion = useMemo(
    () => text && history.compare(text, written).suggestion,
    [history, text, written],
  );
  const type = version.type ?? suggestion?.part ?? "minor";
  const changelog = version.changelog ?? suggestion?.changelog ?? "";
  const taken = versions.map(numberOf);
  const creation = useMutation({
    mutationFn: async () => {
      const saved = await flush();
      if (!saved) throw new Error(t`Your changes could not be saved, so no version was created.`);
      return history.make(saved, type, changelog);
    },
    onSuccess: onMade,
  });
  /** The number of a version of this type; null if that part is at its maximum. */
  const numberAfter = (part: VersionType): string | null => {
    try {
      return nextVersion(numberOf(remote), part, isChanged(), taken);
    } catch {
      return null;
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !creation.isPending && onClose()}
      title={t`New version`}
      description={t`Unsaved changes are saved first.`}
      footer={
        <>
          <Button onClick={onClose} disabled={creation.isPending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button variant="primary" busy={creation.isPending} onClick={() => creation.mutateAsync()}>
            <Trans>Create version</Trans>
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {isSessionEnded(creation.error) && <SignedOutAlert />}
        {creation.error && !isSessionEnded(creation.error) && (
          <Alert title={t`No version was created`}>{messageOf(creation.error)}</Alert>
        )}
        <fieldset className="grid gap-2 sm:grid-cols-3">
          <legend className="mb-1.5 text-sm font-semibold">
            <Trans>Type</Trans>
          </legend>
          {words.version_types.map(({ value, label }) => {
            const next = numberAfter(value);
            return (
              <label
                key={value}
                className="cursor-pointer rounded-control border px-3 py-2 hover:border-line-strong has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:cursor-not-allowed has-disabled:opacity-55"
              >
                <input
                  type="radio"
                  name="version-type"
                  className="sr-only"
                  disabled={next === null}
                  checked={value === type}
                  onChange={() => onVersion({ ...version, type: value })}
                />
                <span className="flex items-baseline justify-between gap-2">
                  <span className="font-semibold">{label}</span>
                  <span className="font-mono text-sm tabular-nums">{next}</span>
                </span>
                <span className="block text-sm text-muted">
                  {next === null ? t`This number cannot get any higher` : hints[value]}
                </span>
              </label>
            );
          })}
        </fieldset>
        <Field
          label={t`Changelog`}
          hint={
            last
              ? t`Optional. Drafted from the changes since ${numberOf(last)}.`
              : t`Optional: what is new, in your words.`
          }
        >
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              value={changelog}
              onChange={(event) => onVersion({ ...version, changelog: event.target.value })}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
