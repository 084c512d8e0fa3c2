// Composes the import page from the features it shows.
import { t } from "@lingui/core/macro";
import { ImportPage } from "@/features/import/import-page";
import type { ImportParts } from "@/features/import/parts";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";

const parts: ImportParts = {
  ChooseCollection: lazyComponent(() => import("@/features/collections/choose-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`Your collections`} {...failure} onDismiss={props.onClose} />
    ),
  }),
};

export function ImportRoute() {
  return <ImportPage parts={parts} />;
}
