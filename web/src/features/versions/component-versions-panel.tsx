// The history of a component.
import { useState } from "react";
import type { Component } from "@/api/generated/types.gen";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import {
  makeComponentVersion,
  restoreComponent,
  type StoredComponent,
  useComponentVersions,
} from "./component-queries";
import { freshHistory, HistoryPanel } from "./history-panel";

const CompareDialog = lazyComponent(() => import("./compare-components-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what="The comparison" {...failure} onDismiss={props.onClose} />
  ),
});

export interface ComponentVersionsPanelProps {
  remote: StoredComponent;
  readOnly: boolean;
  /** What the component holds now, saved or not. */
  current: Component;
  /** Whether something is typed that is not saved. */
  isChanged: () => boolean;
  /** Saves what is typed; gives the component as the server then has it, or null when that failed. */
  flush: () => Promise<StoredComponent | null>;
  /** The component has a new number and holds the same. */
  onVersioned: (remote: StoredComponent) => void;
  /** The component went back to an old version. */
  onRestored: (remote: StoredComponent) => void;
}

export default function ComponentVersionsPanel(props: ComponentVersionsPanelProps) {
  const { id } = props.remote;
  const versions = useComponentVersions(id);
  const [view, setView] = useState(freshHistory);
  return (
    <HistoryPanel
      noun="component"
      inSheet
      view={view}
      onView={setView}
      versions={versions}
      make={makeComponentVersion}
      restore={restoreComponent}
      compare={(pair) => <CompareDialog componentId={id} current={props.current} {...pair} />}
      {...props}
    />
  );
}
