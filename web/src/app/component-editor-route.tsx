import { ComponentEditorPage } from "@/features/components/component-editor-page";
import { componentParts } from "./component-parts";

export function ComponentEditorRoute() {
  return <ComponentEditorPage parts={componentParts} />;
}
