// The editors, put together from the rooms they show.
import { AssetEditorPage } from "@/features/editor/asset-editor-page";
import { EditorPage } from "@/features/editor/editor-page";
import type { EditorPanels } from "@/features/editor/panels";

const panels: EditorPanels = {};

export function EditorRoute() {
  return <EditorPage panels={panels} />;
}

export function AssetEditorRoute() {
  return <AssetEditorPage panels={panels} />;
}
