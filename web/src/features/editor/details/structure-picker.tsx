// Chooses one of the four structures. A change clears the content, so it is confirmed if there is any.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Lock } from "lucide-react";
import { useState } from "react";
import { type StructureType, words } from "@/core/lists";
import { cn } from "@/ui/cn";
import { ConfirmDialog } from "@/ui/confirm-dialog";
import { Segmented } from "@/ui/segmented";
import { useEditor, useSnapshot } from "../context";

const hints: Record<StructureType, string> = {
  standard: t`Simple segments`,
  structured: t`Hierarchical sections`,
  modulized: t`Reusable modules with processing wrappers`,
  advanced: t`Blocks with assets and dependencies`,
};

interface StructurePickerProps {
  value: StructureType;
  locked: boolean;
  className?: string;
}

export function StructurePicker({ value, locked, className }: StructurePickerProps) {
  const { document: prompt } = useEditor();
  const isEmpty = useSnapshot((document) => document.skeleton().length === 0);
  const [asking, setAsking] = useState<StructureType | null>(null);
  const label = words.structure_types.find((word) => word.value === value)?.label ?? value;
  const change = (structure_type: StructureType) => {
    prompt.apply({ op: "set_structure", structure_type });
    setAsking(null);
  };

  if (locked) {
    return (
      <p className={cn("flex flex-wrap items-center gap-x-2 text-sm", className)}>
        <span className="font-semibold">
          <Trans>Structure</Trans>
        </span>
        <Lock aria-hidden="true" className="size-3.5 text-muted" />
        <span>
          {label}{" "}
          <span className="text-muted">
            · <Trans>{hints[value]}. Can't be changed after saving.</Trans>
          </span>
        </span>
      </p>
    );
  }
  return (
    <div className={className}>
      <p className="mb-1.5 text-sm font-semibold">
        <Trans>Structure</Trans>
      </p>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Segmented
          label={t`Structure`}
          className="max-w-full flex-wrap"
          options={words.structure_types}
          value={value}
          onChange={(next) => (isEmpty ? change(next) : setAsking(next))}
        />
        <p className="text-sm text-muted">{hints[value]}</p>
      </div>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => !open && setAsking(null)}
        title={t`Change the structure and empty the content?`}
        confirmLabel={t`Change structure`}
        danger
        onConfirm={() => asking && change(asking)}
      >
        <p>
          <Trans>The new structure starts empty. Your text is removed; Undo brings it back.</Trans>
        </p>
      </ConfirmDialog>
    </div>
  );
}
