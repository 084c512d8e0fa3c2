// Composes the component editor from the features it shows.
import { ComponentView } from "@/features/components/component-view";
import {
  ComponentEditorPage,
  type ComponentEditorParts,
} from "@/features/editor/component/component-editor-page";
import { ComponentVersions } from "./component-versions";

const parts: ComponentEditorParts = { Versions: ComponentVersions, View: ComponentView };

export function ComponentEditorRoute() {
  return <ComponentEditorPage parts={parts} />;
}
