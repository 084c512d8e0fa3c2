// The changes between two versions: first as a list, then every changed text, line by line and word by word.
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { messageOf } from "@/api/client";
import { type Change, labelOf, words } from "@/core/lists";
import { Alert } from "@/ui/alert";
import { Badge } from "@/ui/badge";
import { Dialog } from "@/ui/dialog";
import { Segmented } from "@/ui/segmented";
import { Skeleton } from "@/ui/skeleton";
import { useMediaQuery } from "@/ui/use-media-query";
import { TextChange } from "./text-change";

interface ComparisonDialogProps {
  /** The names of the two versions: their numbers, or "Current". */
  from: string;
  to: string;
  error: unknown;
  /** A summary of the changes, a line each; undefined while the versions load. */
  list: readonly Change[] | undefined;
  /** The changes with their whole texts. */
  texts: readonly Change[] | undefined;
  onClose: () => void;
}

const tones = { added: "success", removed: "danger", modified: "accent", moved: "outline" } as const;

export function ComparisonDialog({ from, to, error, list, texts, onClose }: ComparisonDialogProps) {
  const isWide = useMediaQuery("(min-width: 64rem)");
  const [chosen, setLayout] = useState<"side by side" | "unified" | null>(null);
  const layout = chosen ?? (isWide ? "side by side" : "unified");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Compare ${from} with ${to}`}
      size="full"
    >
      {error ? (
        <Alert title={t`The versions could not be loaded`}>{messageOf(error)}</Alert>
      ) : !list || !texts ? (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-6 w-1/2" />
          <Skeleton className="h-48" />
        </div>
      ) : list.length === 0 ? (
        <p className="text-muted">
          <Trans>There are no differences.</Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-6">
          <section aria-label={t`Changes`}>
            <h3 className="mb-2 font-bold">
              <Plural value={list.length} one="# change" other="# changes" />
            </h3>
            <ul className="divide-y rounded-control border">
              {list.map((change) => (
                <ChangeRow key={`${change.type} ${change.path}`} change={change} />
              ))}
            </ul>
          </section>
          <section aria-label={t`Texts`} className="flex flex-col gap-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h3 className="font-bold">
                <Trans>Texts</Trans>
              </h3>
              <Segmented
                label={t`Layout`}
                options={[
                  { value: "side by side", label: t`Side by side` },
                  { value: "unified", label: t`Unified` },
                ]}
                value={layout}
                onChange={setLayout}
              />
            </div>
            {texts
              .filter((change) => change.type !== "moved")
              .map((change) => (
                <TextChange
                  key={`${change.type} ${change.path}`}
                  title={change.description}
                  before={change.old_value ?? ""}
                  after={change.new_value ?? ""}
                  layout={layout}
                  names={{ old: from, new: to }}
                />
              ))}
          </section>
        </div>
      )}
    </Dialog>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { old_value: before, new_value: after } = change;
  return (
    <li className="flex items-baseline gap-3 px-3 py-1.5">
      <Badge tone={tones[change.type]} className="w-18 shrink-0 justify-center">
        {labelOf(words.change_types, change.type)}
      </Badge>
      <span className="min-w-0 wrap-anywhere">
        {change.description}
        <span className="block text-sm text-muted">
          {before !== null && <del className="decoration-danger/60">{before}</del>}
          {before !== null && after !== null && " → "}
          {after !== null && <ins className="no-underline">{after}</ins>}
        </span>
      </span>
    </li>
  );
}
