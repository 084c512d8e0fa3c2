// The history of a component, loaded on first use.
import { t } from "@lingui/core/macro";
import { lazyComponent, MissingPart } from "@/ui/lazy-component";
import { Skeleton } from "@/ui/skeleton";

export const ComponentVersions = lazyComponent(() => import("./component-history"), {
  waiting: <Skeleton className="m-4 h-40" />,
  failed: (failure) => (
    <div className="p-4">
      <MissingPart what={t`The history`} {...failure} />
    </div>
  ),
});
