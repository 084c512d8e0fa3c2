// Exports the prompt as a file, in the browser. The preview is the beginning of that file.
import { Download } from "lucide-react";
import { useDeferredValue, useRef, useState, useSyncExternalStore } from "react";
import { defaultExportOptions, type EditorDocument, type ExportOptions, messages, words } from "@/core";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";
import { TabPanel, Tabs } from "@/ui/tabs";
import { FormatPicker } from "./format-picker";
import { OptionsForm } from "./options-form";
import { Warnings } from "./warnings";

interface ExportDialogProps {
  document: EditorDocument;
  open: boolean;
  onClose: () => void;
}

export function ExportDialog({ open, ...rest }: ExportDialogProps) {
  return open ? <OpenExportDialog {...rest} /> : null;
}

// A text may begin with the byte order mark, which a decoder would drop.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function OpenExportDialog({ document: prompt, onClose }: Omit<ExportDialogProps, "open">) {
  const [tab, setTab] = useState<"format" | "options">("format");
  const [options, setOptions] = useState<ExportOptions>(defaultExportOptions);
  const preview = usePreview(prompt, useDeferredValue(options));

  const save = () => {
    const { bytes, file_name, media_type } = prompt.export(options);
    download(bytes, file_name, media_type);
  };
  const format = words.export_formats.find((choice) => choice.value === options.format);

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Export"
      size="lg"
      footer={
        <>
          <CopyButton text={() => decoder.decode(prompt.export(options).bytes)} />
          <Button variant="primary" onClick={save}>
            <Download aria-hidden="true" /> Download
          </Button>
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[18rem_minmax(0,1fr)]">
        <Tabs
          label="Export settings"
          tabs={[
            { value: "format", label: "Format" },
            { value: "options", label: "Options" },
          ]}
          value={tab}
          onChange={setTab}
        >
          <TabPanel value="format" className="pt-4">
            <FormatPicker
              value={options.format}
              onChange={(value) => setOptions({ ...options, format: value })}
            />
          </TabPanel>
          <TabPanel value="options" className="pt-4">
            <OptionsForm options={options} onChange={setOptions} />
          </TabPanel>
        </Tabs>
        <section aria-label="Preview" className="flex min-w-0 flex-col gap-2">
          <p className="flex flex-wrap items-baseline justify-between gap-2">
            <span className="font-semibold">{format?.label}</span>
            {preview && <span className="truncate font-mono text-sm text-muted">{preview.file_name}</span>}
          </p>
          <section
            aria-label="Beginning of the file"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by key.
            tabIndex={0}
            className="h-[min(24rem,45vh)] overflow-auto rounded-control border bg-well p-3"
          >
            <pre className="font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">
              {preview ? preview.text : messages.preview_failed}
            </pre>
          </section>
          {preview && <Warnings list={preview.warnings} />}
        </section>
      </div>
    </Dialog>
  );
}

/** The beginning of the export of the current prompt; null if it cannot be exported. */
function usePreview(prompt: EditorDocument, options: ExportOptions) {
  // Caches the export until the prompt or an option changes.
  const made = useRef<{
    revision: number;
    options: ExportOptions;
    preview: ReturnType<EditorDocument["exportPreview"]> | null;
  }>(null);
  const read = () => {
    const { revision } = prompt.state();
    if (made.current?.revision !== revision || made.current.options !== options) {
      made.current = { revision, options, preview: tryPreview(prompt, options) };
    }
    return made.current.preview;
  };
  return useSyncExternalStore(prompt.subscribe, read);
}

function tryPreview(prompt: EditorDocument, options: ExportOptions) {
  try {
    return prompt.exportPreview(options);
  } catch {
    return null;
  }
}
