// The editor, put together from the rooms it shows.
import { CollectionsPanel } from "@/features/collections/collections-panel";
import { EditorPage } from "@/features/editor/editor-page";
import type { EditorPanels } from "@/features/editor/panels";
import { ExportDialog } from "@/features/export/export-dialog";
import { ImportRoom } from "@/features/import/import-room";
import { VersionsPanel } from "@/features/versions/versions-panel";
import { lazyPart, MissingOverlay } from "@/ui/lazy-part";

/** Loads when somebody improves for the first time. */
const Improve = lazyPart(() => import("@/features/generation/improve/improve-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what="The improvement" {...failure} onDismiss={props.onClose} />
  ),
});

const panels: EditorPanels = {
  Versions: VersionsPanel,
  Collections: CollectionsPanel,
  Improve,
  Export: ExportDialog,
  Import: ImportRoom,
};

export function EditorRoute() {
  return <EditorPage panels={panels} />;
}
