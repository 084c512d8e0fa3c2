// An entry of the history, opened to read: copy, export, compare, restore or name it.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Bookmark, GitCompare, RotateCcw, Tag } from "lucide-react";
import { type ComponentType, type ReactNode, useState } from "react";
import { messageOf } from "@/api/client";
import { useFormat } from "@/lib/format";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Dialog } from "@/ui/dialog";
import { Skeleton } from "@/ui/skeleton";
import { toast } from "@/ui/toast";
import type { RecordHistory } from "./history";
import type { Label } from "./labels";
import { MoveLabelDialog } from "./move-label-dialog";
import { NameDialog } from "./name-dialog";
import { type Numbered, numberOf, type VersionLine } from "./numbers";

/** A dialog with the text of a version, and buttons that copy and export it. */
export interface ReaderProps<Text> {
  text: Text;
  title: string;
  description: ReactNode;
  /** Further buttons. */
  actions: ReactNode;
  onClose: () => void;
}

interface OpenedVersionProps<Stored extends Numbered & { id: string }, Text> {
  history: RecordHistory<Stored, Text>;
  number: string;
  remote: Stored;
  readOnly: boolean;
  /** The labels of the record. */
  labels: readonly Label[];
  Reader: ComponentType<ReaderProps<Text>>;
  flush: () => Promise<Stored | null>;
  onRestored: (remote: Stored) => void;
  /** Opens the comparison with the current text. */
  onCompare: () => void;
  /** Called when the history has changed. */
  onChanged: () => void;
  onClose: () => void;
}

const notSaved = new Error(t`Your changes could not be saved, so nothing was changed. See the notice above.`);

export function OpenedVersion<Stored extends Numbered & { id: string }, Text>(
  props: OpenedVersionProps<Stored, Text>,
) {
  const {
    history,
    number,
    remote,
    readOnly,
    labels,
    Reader,
    flush,
    onRestored,
    onCompare,
    onChanged,
    onClose,
  } = props;
  const { data: entry, error } = history.useVersion(remote.id, number);
  const [asks, setAsks] = useState<"restore" | "name" | "label" | null>(null);
  const [named, setNamed] = useState<string | null>(null);
  const restoration = useMutation({
    mutationFn: async () => {
      const saved = await flush();
      if (!saved) throw notSaved;
      return history.restore(saved, number);
    },
    onSuccess: (restored) => {
      onRestored(restored);
      onChanged();
      onClose();
      toast.success(t`Restored ${number} as ${numberOf(restored)}`);
    },
  });
  const title = t`Version ${number}`;
  if (!entry) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={title} size="full">
        {error ? (
          <Alert title={t`The version could not be opened`}>{messageOf(error)}</Alert>
        ) : (
          <div aria-busy="true" className="flex flex-col gap-3">
            <Skeleton className="h-6 w-1/2" />
            <Skeleton className="h-48" />
          </div>
        )}
      </Dialog>
    );
  }
  const isCurrent = number === numberOf(remote);
  const shown = named === null ? entry : { ...entry, is_named: true, changelog: named };
  return (
    <>
      <Reader
        text={entry}
        title={title}
        description={<Told entry={shown} isCurrent={isCurrent} />}
        onClose={onClose}
        actions={
          <>
            <Button onClick={onCompare}>
              <GitCompare aria-hidden="true" /> <Trans>Compare</Trans>
            </Button>
            {!readOnly && (
              <Button onClick={() => setAsks("name")}>
                <Tag aria-hidden="true" /> {shown.is_named ? t`Edit changelog` : t`Name this version`}
              </Button>
            )}
            {!readOnly && history.noun === "prompt" && (
              <Button onClick={() => setAsks("label")}>
                <Bookmark aria-hidden="true" /> <Trans>Move label here…</Trans>
              </Button>
            )}
            {!readOnly && !isCurrent && (
              <Button variant="primary" onClick={() => setAsks("restore")}>
                <RotateCcw aria-hidden="true" /> <Trans>Restore</Trans>
              </Button>
            )}
          </>
        }
      />
      {asks === "name" && (
        <NameDialog
          entry={shown}
          name={async (changelog) => {
            await history.name(remote.id, number, changelog);
            setNamed(changelog);
          }}
          onClose={() => setAsks(null)}
          onNamed={() => {
            setAsks(null);
            onChanged();
          }}
        />
      )}
      {asks === "label" && (
        <MoveLabelDialog
          promptId={remote.id}
          start={{ version: number }}
          labels={labels}
          versions={[number]}
          onMoved={onChanged}
          onClose={() => setAsks(null)}
        />
      )}
      <ConfirmDialog
        open={asks === "restore"}
        onOpenChange={(open) => !open && setAsks(null)}
        title={t`Restore version ${number}?`}
        confirmLabel={t`Restore`}
        busy={restoration.isPending}
        error={restoration.error ? messageOf(restoration.error) : undefined}
        onConfirm={() => restoration.mutateAsync()}
      >
        <p>
          <Trans>
            This replaces the current text with version {number}. The current text stays in the history.
          </Trans>
        </p>
      </ConfirmDialog>
    </>
  );
}

function Told({ entry, isCurrent }: { entry: VersionLine; isCurrent: boolean }) {
  const format = useFormat();
  const told = entry.changelog || entry.changes.join(", ");
  return (
    <>
      {told && <span className="block wrap-anywhere text-ink">{told}</span>}
      {[isCurrent && t`Current text`, entry.author_name, format.dateTime(entry.created_at)]
        .filter(Boolean)
        .join(" · ")}
    </>
  );
}
