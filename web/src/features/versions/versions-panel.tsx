// The history of a prompt or component.
import { type ComponentType, useState } from "react";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import type { RecordHistory } from "./history";
import { type CompareProps, freshHistory, HistoryPanel, type HistoryView } from "./history-panel";
import type { Numbered } from "./numbers";

interface LazyCompareProps extends CompareProps {
  history: unknown;
  recordId: string;
  current: () => unknown;
}

const CompareDialog = lazyComponent<LazyCompareProps>(
  () => import("./compare-dialog") as Promise<{ default: ComponentType<LazyCompareProps> }>,
  {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what="The comparison" {...failure} onDismiss={props.onClose} />
    ),
  },
);

export interface VersionsPanelProps<Stored, Text> {
  remote: Stored;
  readOnly: boolean;
  /** The view's state, stored outside so that it survives the move from the side of the text into a sheet. */
  view?: HistoryView;
  onView?: (view: HistoryView) => void;
  /** Whether it is always in a sheet. */
  inSheet?: boolean;
  /** The current text, saved or not. */
  current: () => Text;
  isChanged: () => boolean;
  /** Saves; returns the stored record, or null if saving failed. */
  flush: () => Promise<Stored | null>;
  /** Called when the record has a new version number and the same text. */
  onVersioned: (remote: Stored) => void;
  /** Called when the record was restored to an old version. */
  onRestored: (remote: Stored) => void;
}

export function VersionsPanel<Stored extends Numbered & { id: string }, Text>({
  history,
  current,
  ...props
}: VersionsPanelProps<Stored, Text> & { history: RecordHistory<Stored, Text> }) {
  const { id } = props.remote;
  const versions = history.useVersions(id);
  const [view, setView] = useState(freshHistory);
  return (
    <HistoryPanel
      noun={history.noun}
      versions={versions}
      make={history.make}
      restore={history.restore}
      compare={(pair) => <CompareDialog history={history} recordId={id} current={current} {...pair} />}
      view={view}
      onView={setView}
      {...props}
    />
  );
}
