// The history of a component, in a sheet.
import type { StoredComponent } from "@/api/generated/types.gen";
import type { Compared } from "./component-changes";
import { componentHistory } from "./component-history";
import { VersionsPanel, type VersionsPanelProps } from "./versions-panel";

export default function ComponentVersions(props: VersionsPanelProps<StoredComponent, Compared>) {
  return <VersionsPanel history={componentHistory} inSheet {...props} />;
}
