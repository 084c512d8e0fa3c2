// Composes the explorer from the features it shows.
import { t } from "@lingui/core/macro";
import { ExplorerPage } from "@/features/explorer/explorer-page";
import type { ExplorerParts } from "@/features/explorer/parts";
import { DropToImport } from "@/features/import/drop-to-import";
import { lazyComponent, MissingOverlay } from "@/ui/lazy-component";

const parts: ExplorerParts = {
  ChooseCollection: lazyComponent(() => import("@/features/collections/choose-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`Your collections`} {...failure} onDismiss={props.onClose} />
    ),
  }),
  SaveFilter: lazyComponent(() => import("@/features/collections/save-filter-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`The dialog`} {...failure} onDismiss={props.onClose} />
    ),
  }),
  Fill: lazyComponent(() => import("@/features/fill/fill-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`The prompt`} {...failure} onDismiss={props.onClose} />
    ),
  }),
  ExportMany: lazyComponent(() => import("@/features/export/export-many-dialog"), {
    failed: ({ props, ...failure }) => (
      <MissingOverlay what={t`The export`} {...failure} onDismiss={props.onClose} />
    ),
  }),
};

export function ExplorerRoute() {
  return (
    <>
      <DropToImport />
      <ExplorerPage parts={parts} />
    </>
  );
}
