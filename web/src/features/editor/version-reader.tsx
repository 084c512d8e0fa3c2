// The text of an old version of the prompt, read-only.
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { type ComponentType, useState } from "react";
import { defaultExportOptions, type EditorDocument, useDocument } from "@/core";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { EditorProvider } from "./context";
import type { EditorPanels, VersionReaderProps } from "./panels";
import { Preview } from "./preview/preview";
import { InvalidJsonDrafts } from "./state/invalid-json-drafts";
import { PendingInputs } from "./state/pending-inputs";

/** What the editor's context has for text being written. */
const nothingTyped = {
  invalidJson: new InvalidJsonDrafts({ subscribe: () => () => {}, read: () => null }),
  pendingInputs: new PendingInputs(),
  improve: () => {},
};

/** The reader for the editor's own export dialog. */
export function versionReader(
  Export: EditorPanels["Export"],
  promptId: string | null,
): ComponentType<VersionReaderProps> {
  return function VersionReader({ text, title, description, actions, onClose }) {
    const document = useDocument(text);
    const [exporting, setExporting] = useState(false);
    return (
      <>
        <Dialog
          open
          onOpenChange={(open) => !open && onClose()}
          title={title}
          description={description}
          size="lg"
          footer={
            <>
              <CopyButton text={() => (document ? plainText(document) : "")} disabled={!document} />
              <Button onClick={() => setExporting(true)} disabled={!document}>
                <Download aria-hidden="true" /> <Trans>Export</Trans>
              </Button>
              {actions}
            </>
          }
        >
          <div className="-mx-5 -my-4">
            {document && (
              <EditorProvider document={document} {...nothingTyped} readOnly>
                <Preview />
              </EditorProvider>
            )}
          </div>
        </Dialog>
        {document && (
          <Export
            document={document}
            promptId={promptId}
            open={exporting}
            onClose={() => setExporting(false)}
          />
        )}
      </>
    );
  };
}

function plainText(document: EditorDocument): string {
  const options = { ...defaultExportOptions(), format: "plain-text" as const, include_metadata: false };
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(document.export(options).bytes);
}
