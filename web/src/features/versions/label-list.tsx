// The labels of a prompt above its history: where they stand, and what can be done with them.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import {
  GitCompare,
  History,
  Lock,
  MoreHorizontal,
  MoveRight,
  Plus,
  Tag,
  Trash2,
  Undo2,
  Unlock,
} from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { useFormat } from "@/lib/format";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuSeparator } from "@/ui/menu";
import { toast } from "@/ui/toast";
import { LabelHistoryDialog } from "./label-history-dialog";
import { type Label, useLabelActs } from "./labels";
import type { LabelMoveStart } from "./move-label-dialog";
import { current, type Side } from "./numbers";

interface LabelListProps {
  promptId: string;
  labels: readonly Label[];
  readOnly: boolean;
  onRead: (number: string) => void;
  onMove: (start: LabelMoveStart) => void;
  onCompare: (from: Side, to: Side) => void;
}

export function LabelList({ promptId, labels, readOnly, onRead, onMove, onCompare }: LabelListProps) {
  const format = useFormat();
  const acts = useLabelActs(promptId);
  const [history, setHistory] = useState<string | null>(null);
  // A protected label returns only after a question.
  const [undoing, setUndoing] = useState<Label | null>(null);
  if (readOnly && labels.length === 0) return null;
  const [first, second] = labels;
  const isDifferent = first && second && first.version !== second.version;

  const undo = (label: Label) => {
    if (label.is_protected) setUndoing(label);
    else acts.undo.mutate({ path: { id: promptId, label: label.name }, body: { from: label.version } });
  };
  const protect = async ({ name, version, is_protected }: Label) => {
    const path = { id: promptId, label: name };
    try {
      await acts.move.mutateAsync({ path, body: { version, is_protected: !is_protected, confirm: true } });
      toast.success(is_protected ? t`${name} is no longer protected` : t`${name} is protected`);
    } catch (error) {
      toast.error(t`The protection was not changed`, { description: messageOf(error) });
    }
  };

  return (
    <section aria-label={t`Labels`} className="border-b px-5 py-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">
          <Trans>Labels</Trans>
        </h3>
        {!readOnly && (
          <Button size="sm" variant="ghost" onClick={() => onMove({})}>
            <Plus aria-hidden="true" /> <Trans>New label</Trans>
          </Button>
        )}
      </div>
      {labels.length === 0 && (
        <p className="text-sm text-muted">
          <Trans>Point a label such as production at a version, and applications fetch that one.</Trans>
        </p>
      )}
      <ul className="flex flex-col">
        {labels.map((label) => (
          <li key={label.name} className="flex items-center gap-2 py-1">
            <Badge tone="success" className="shrink">
              {label.is_protected ? <Lock aria-label={t`Protected`} /> : <Tag aria-hidden="true" />}
              <span className="truncate">{label.name}</span>
            </Badge>
            <button
              type="button"
              onClick={() => onRead(label.version)}
              className="rounded-control px-1 font-mono tabular-nums hover:bg-well"
            >
              v{label.version}
            </button>
            <span className="min-w-0 flex-1 truncate text-sm text-muted" title={label.reason || undefined}>
              {label.moved_by && `${label.moved_by} · `}
              <time dateTime={label.moved_at} title={format.dateTime(label.moved_at)}>
                {format.ago(label.moved_at)}
              </time>
            </span>
            <Menu
              trigger={
                <IconButton size="sm" label={t`More for ${label.name}`}>
                  <MoreHorizontal aria-hidden="true" />
                </IconButton>
              }
            >
              <MenuItem onSelect={() => onCompare(label.version, current)}>
                <GitCompare aria-hidden="true" /> <Trans>Compare with current text</Trans>
              </MenuItem>
              {labels
                .filter((other) => other.version !== label.version)
                .map((other) => (
                  <MenuItem key={other.name} onSelect={() => onCompare(label.version, other.version)}>
                    <GitCompare aria-hidden="true" /> <Trans>Compare with {other.name}</Trans>
                  </MenuItem>
                ))}
              {!readOnly && (
                <>
                  <MenuSeparator />
                  <MenuItem onSelect={() => onMove({ name: label.name })}>
                    <MoveRight aria-hidden="true" /> <Trans>Move…</Trans>
                  </MenuItem>
                  <MenuItem onSelect={() => undo(label)}>
                    <Undo2 aria-hidden="true" /> <Trans>Undo last move</Trans>
                  </MenuItem>
                  <MenuItem onSelect={() => setHistory(label.name)}>
                    <History aria-hidden="true" /> <Trans>History</Trans>
                  </MenuItem>
                  <MenuItem onSelect={() => void protect(label)}>
                    {label.is_protected ? <Unlock aria-hidden="true" /> : <Lock aria-hidden="true" />}
                    {label.is_protected ? t`End protection` : t`Protect`}
                  </MenuItem>
                  <MenuItem
                    danger
                    disabled={label.is_protected}
                    onSelect={() => acts.remove.mutate({ path: { id: promptId, label: label.name } })}
                  >
                    <Trash2 aria-hidden="true" /> <Trans>Remove</Trans>
                  </MenuItem>
                </>
              )}
            </Menu>
          </li>
        ))}
      </ul>
      {isDifferent && (
        <Button size="sm" className="mt-1.5" onClick={() => onCompare(second.version, first.version)}>
          <GitCompare aria-hidden="true" />{" "}
          <Trans>
            Compare {second.name} with {first.name}
          </Trans>
        </Button>
      )}
      {history !== null && (
        <LabelHistoryDialog
          promptId={promptId}
          name={history}
          onUndo={() => {
            const label = labels.find(({ name }) => name === history);
            if (label) undo(label);
          }}
          onCompare={(from, to) => {
            setHistory(null);
            onCompare(from, to);
          }}
          onClose={() => setHistory(null)}
        />
      )}
      <ConfirmDialog
        open={undoing !== null}
        onOpenChange={(open) => !open && setUndoing(null)}
        title={t`Undo the last move of ${undoing?.name ?? ""}?`}
        confirmLabel={t`Undo move`}
        busy={acts.undo.isPending}
        error={acts.undo.error ? messageOf(acts.undo.error) : undefined}
        onConfirm={async () => {
          if (!undoing) return;
          const path = { id: promptId, label: undoing.name };
          await acts.undo.mutateAsync({ path, body: { from: undoing.version, confirm: true } });
          setUndoing(null);
        }}
      >
        <p>
          <Trans>This label is protected. Applications get the version before from now on.</Trans>
        </p>
      </ConfirmDialog>
    </section>
  );
}
