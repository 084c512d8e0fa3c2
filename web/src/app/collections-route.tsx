// Composes the collections page from the features it shows.
import { t } from "@lingui/core/macro";
import { CollectionsPage } from "@/features/collections/collections-page";
import type { CollectionsParts } from "@/features/collections/parts";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";

const parts: CollectionsParts = {
  ExportMany: lazyComponent(() => import("@/features/export/export-many-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`The export`} {...failure} onDismiss={props.onClose} />
    ),
  }),
};

export function CollectionsRoute() {
  return <CollectionsPage parts={parts} />;
}
