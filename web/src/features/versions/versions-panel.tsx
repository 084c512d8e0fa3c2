// The history of a prompt or component.
import { t } from "@lingui/core/macro";
import { type ComponentType, useState } from "react";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import type { CompareProps } from "./compare-dialog";
import type { RecordHistory } from "./history";
import { freshHistory, HistoryPanel, type HistoryView } from "./history-panel";
import { useLabels } from "./labels";
import { current, type Numbered } from "./numbers";
import { OpenedVersion, type ReaderProps } from "./opened-version";

interface LazyCompareProps extends CompareProps {
  history: unknown;
  recordId: string;
  now: () => unknown;
}

const CompareDialog = lazyComponent<LazyCompareProps>(
  () => import("./compare-dialog") as Promise<{ default: ComponentType<LazyCompareProps> }>,
  {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`The comparison`} {...failure} onDismiss={props.onClose} />
    ),
  },
);

export interface VersionsPanelProps<Stored, Text> {
  remote: Stored;
  readOnly: boolean;
  /** The view's state, stored outside so that it survives the move from the side of the text into a sheet. */
  view?: HistoryView;
  onView?: (view: HistoryView) => void;
  /** The number of the opened entry, if the URL has it; otherwise the panel stores it. */
  reading?: string | undefined;
  onRead?: (number: string | undefined) => void;
  /** Shows the text of an entry. */
  Reader: ComponentType<ReaderProps<Text>>;
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
  current: now,
  Reader,
  onRestored,
  ...props
}: VersionsPanelProps<Stored, Text> & { history: RecordHistory<Stored, Text> }) {
  const { id } = props.remote;
  const versions = history.useVersions(id);
  const labels = useLabels(history.noun === "prompt" ? id : null);
  const [ownView, setOwnView] = useState(freshHistory);
  const [ownReading, setOwnReading] = useState<string>();
  const { view = ownView, onView = setOwnView, ...others } = props;
  const { reading = ownReading, onRead = setOwnReading, ...rest } = others;
  return (
    <>
      <HistoryPanel
        history={history}
        recordId={id}
        now={now}
        versions={versions}
        labels={labels}
        compare={(pair) => <CompareDialog history={history} recordId={id} now={now} {...pair} />}
        view={view}
        onView={onView}
        onRead={onRead}
        {...rest}
      />
      {reading && (
        <OpenedVersion
          key={reading}
          history={history}
          number={reading}
          remote={props.remote}
          readOnly={props.readOnly}
          labels={labels}
          Reader={Reader}
          flush={props.flush}
          onRestored={onRestored}
          onCompare={() => onView({ ...view, comparing: { from: reading, to: current } })}
          onChanged={() => void versions.refetch()}
          onClose={() => onRead(undefined)}
        />
      )}
    </>
  );
}
