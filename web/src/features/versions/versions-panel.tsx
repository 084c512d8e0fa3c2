// The history of a prompt.
import type { Prompt } from "@/core";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";
import { HistoryPanel, type HistoryView } from "./history-panel";
import { makeVersion, restore, type StoredPrompt, useVersions } from "./queries";

const CompareDialog = lazyComponent(() => import("./compare-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what="The comparison" {...failure} onDismiss={props.onClose} />
  ),
});

export interface VersionsPanelProps {
  remote: StoredPrompt;
  readOnly: boolean;
  view: HistoryView;
  onView: (view: HistoryView) => void;
  /** The prompt as it is written now, saved or not. */
  current: () => Prompt;
  /** Whether something is typed that is not saved. */
  isChanged: () => boolean;
  /** Saves what is typed; gives the prompt as the server then has it, or null when that failed. */
  flush: () => Promise<StoredPrompt | null>;
  /** The prompt has a new number and says the same. */
  onVersioned: (remote: StoredPrompt) => void;
  /** The prompt went back to an old version. */
  onRestored: (remote: StoredPrompt) => void;
}

export function VersionsPanel(props: VersionsPanelProps) {
  const { id } = props.remote;
  const versions = useVersions(id);
  return (
    <HistoryPanel
      noun="prompt"
      versions={versions}
      make={makeVersion}
      restore={restore}
      compare={(pair) => <CompareDialog promptId={id} current={props.current} {...pair} />}
      {...props}
    />
  );
}
