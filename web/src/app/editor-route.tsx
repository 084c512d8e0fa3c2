// Composes the editor from the features it shows.
import { t } from "@lingui/core/macro";
import { useUser } from "@/api/session";
import { CollectionsPanel } from "@/features/collections/collections-panel";
import { EditorPage } from "@/features/editor/editor-page";
import type { EditorPanels } from "@/features/editor/panels";
import { ExportDialog } from "@/features/export/export-dialog";
import { CopyPrompt } from "@/features/fill/copy-prompt";
import { moveNewValues } from "@/features/fill/values";
import { DropToImport } from "@/features/import/drop-to-import";
import { promptHistory } from "@/features/versions/prompt-history";
import { VersionsPanel } from "@/features/versions/versions-panel";
import { lazyComponent, MissingOverlay, MissingPart } from "@/ui/lazy-component";

/** Loads on the first improvement. */
const Improve = lazyComponent(() => import("@/features/generation/improve/improve-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The improvement`} {...failure} onDismiss={props.onClose} />
  ),
});

/** Loads when the panel is opened. */
const Run = lazyComponent(() => import("./run-in-editor"), {
  failed: (failure) => <MissingOverlay what={t`The run panel`} {...failure} />,
});

/** Loads when the panel is opened. */
const Tests = lazyComponent(() => import("./tests-in-editor"), {
  failed: (failure) => <MissingOverlay what={t`The tests`} {...failure} />,
});

/** Loads when the preview shows the rendered prompt. */
const Rendered = lazyComponent(() => import("@/features/fill/filled"), {
  failed: ({ error, retry }) => <MissingPart what={t`The rendered prompt`} error={error} retry={retry} />,
});

/** Loads on request. */
const UseIt = lazyComponent(() => import("@/features/fill/use-it-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The snippets`} {...failure} onDismiss={props.onClose} />
  ),
});

/** Loads on request. */
const Share = lazyComponent(() => import("@/features/share/share-dialog"), {
  failed: ({ props, ...failure }) => (
    <MissingOverlay what={t`The dialog`} {...failure} onDismiss={props.onClose} />
  ),
});

/** Loads with an editor without a prompt. */
const Templates = lazyComponent(() => import("@/features/templates/template-gallery"), {
  failed: (failure) => <MissingPart what={t`The templates`} {...failure} />,
});

const panels: EditorPanels = {
  Versions: (props) => <VersionsPanel history={promptHistory} {...props} />,
  Rendered,
  Run,
  Tests,
  Copy: CopyPrompt,
  Collections: CollectionsPanel,
  Improve,
  UseIt,
  Share,
  Export: ExportDialog,
  Templates,
  DropToImport,
};

export function EditorRoute() {
  const user = useUser();
  return <EditorPage panels={panels} onCreated={({ id }) => moveNewValues(user.id, id)} />;
}
