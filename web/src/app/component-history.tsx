// The history of a component, in a sheet.

import type { StoredComponent } from "@/api/generated/types.gen";
import { VersionReader } from "@/features/components/version-reader";
import { type ComparedComponent, componentHistory } from "@/features/versions/component-history";
import { VersionsPanel, type VersionsPanelProps } from "@/features/versions/versions-panel";

export default function ComponentHistory(
  props: Omit<VersionsPanelProps<StoredComponent, ComparedComponent>, "Reader">,
) {
  return <VersionsPanel history={componentHistory} Reader={VersionReader} inSheet {...props} />;
}
