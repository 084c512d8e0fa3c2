// The editors, put together from the rooms they show.

import { type ComponentProps, lazy, Suspense } from "react";
import { CollectionsPanel } from "@/features/collections/collections-panel";
import { AssetEditorPage } from "@/features/editor/asset-editor-page";
import { EditorPage } from "@/features/editor/editor-page";
import type { EditorPanels } from "@/features/editor/panels";
import { ExportDialog } from "@/features/export/export-dialog";
import { ImportRoom } from "@/features/import/import-room";
import { VersionsPanel } from "@/features/versions/versions-panel";

const ImproveDialog = lazy(() => import("@/features/generation/improve/improve-dialog"));

/** Loads when somebody improves for the first time. */
function Improve(props: ComponentProps<typeof ImproveDialog>) {
  return (
    <Suspense fallback={null}>
      <ImproveDialog {...props} />
    </Suspense>
  );
}

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

export function AssetEditorRoute() {
  return <AssetEditorPage panels={panels} />;
}
