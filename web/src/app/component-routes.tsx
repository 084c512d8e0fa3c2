// The library and the component editor, put together with the room of histories.
import { lazy, Suspense } from "react";
import { ComponentEditorPage } from "@/features/components/component-editor-page";
import { LibraryPage } from "@/features/components/library-page";
import type { ComponentParts } from "@/features/components/parts";
import { Skeleton } from "@/ui/skeleton";

const HistoryPanel = lazy(() => import("@/features/versions/component-versions-panel"));

const parts: ComponentParts = {
  HistoryPanel: (props) => (
    <Suspense fallback={<Skeleton className="m-4 h-40" />}>
      <HistoryPanel {...props} />
    </Suspense>
  ),
};

export function LibraryRoute() {
  return <LibraryPage parts={parts} />;
}

export function ComponentEditorRoute() {
  return <ComponentEditorPage parts={parts} />;
}
