// The explorer, put together with the rooms it shows.
import { ExplorerPage } from "@/features/explorer/explorer-page";
import type { ExplorerParts } from "@/features/explorer/parts";
import { lazyPart, MissingOverlay } from "@/ui/lazy-part";

const parts: ExplorerParts = {
  ChooseCollection: lazyPart(() => import("@/features/collections/choose-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what="Your collections" {...failure} onDismiss={props.onClose} />
    ),
  }),
};

export function ExplorerRoute() {
  return <ExplorerPage parts={parts} />;
}
