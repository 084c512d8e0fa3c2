// The library and the component editor, put together with the histories.
import { ComponentEditorPage } from "@/features/components/component-editor-page";
import { LibraryPage } from "@/features/components/library-page";
import type { ComponentParts } from "@/features/components/parts";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Skeleton } from "@/ui/skeleton";

const parts: ComponentParts = {
  HistoryPanel: lazyComponent(() => import("@/features/versions/component-versions-panel"), {
    waiting: <Skeleton className="m-4 h-40" />,
    failed: (failure) => (
      <div className="p-4">
        <MissingPart what="The history" {...failure} />
      </div>
    ),
  }),
};

export function LibraryRoute() {
  return <LibraryPage parts={parts} />;
}

export function ComponentEditorRoute() {
  return <ComponentEditorPage parts={parts} />;
}
