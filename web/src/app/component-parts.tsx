// What the library and the component editor show of other features.
import type { ComponentParts } from "@/features/components/parts";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Skeleton } from "@/ui/skeleton";

export const componentParts: ComponentParts = {
  HistoryPanel: lazyComponent(() => import("@/features/versions/component-versions-panel"), {
    waiting: <Skeleton className="m-4 h-40" />,
    failed: (failure) => (
      <div className="p-4">
        <MissingPart what="The history" {...failure} />
      </div>
    ),
  }),
};
