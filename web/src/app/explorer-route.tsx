// The explorer, put together with the rooms it shows.
import { lazy, Suspense } from "react";
import { ExplorerPage } from "@/features/explorer/explorer-page";
import type { ExplorerParts } from "@/features/explorer/parts";

const ChooseDialog = lazy(() => import("@/features/collections/choose-dialog"));

const parts: ExplorerParts = {
  ChooseCollection: (props) => (
    <Suspense>
      <ChooseDialog {...props} />
    </Suspense>
  ),
};

export function ExplorerRoute() {
  return <ExplorerPage parts={parts} />;
}
