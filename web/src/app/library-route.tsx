// Composes the library from its own pages and the histories.
import { LibraryPage } from "@/features/components/library-page";
import { ComponentVersions } from "./component-versions";

const parts = { HistoryPanel: ComponentVersions };

export function LibraryRoute() {
  return <LibraryPage parts={parts} />;
}
