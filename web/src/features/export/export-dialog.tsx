// Exports the prompt as a file, in the browser. The preview is the beginning of that file.
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react";
import {
  type Diagnostic,
  defaultExportOptions,
  type EditorDocument,
  type ExportOptions,
  messages,
  originalFormat,
  words,
} from "@/core";
import { Button } from "@/ui/button";
import { CopyButton } from "@/ui/copy-button";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";
import { TabPanel, Tabs } from "@/ui/tabs";
import { FormatPicker } from "./format-picker";
import { OptionsForm } from "./options-form";
import { baseName, type ExportFile, exportFile, isOwnFormat, isWrittenAtOnce, type Target } from "./target";
import { Warnings } from "./warnings";

interface ExportDialogProps {
  document: EditorDocument;
  /** The id of the stored prompt. */
  promptId: string | null;
  open: boolean;
  onClose: () => void;
}

export function ExportDialog({ open, ...rest }: ExportDialogProps) {
  return open ? <OpenExportDialog {...rest} /> : null;
}

// A text may begin with the byte order mark, which a decoder would drop.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The characters of a preview, as the core counts them. */
const PREVIEW_CHARS = 1000;

interface Preview {
  text: string;
  file_name: string;
  warnings: Diagnostic[];
}

function OpenExportDialog({ document: prompt, promptId, onClose }: Omit<ExportDialogProps, "open">) {
  const [tab, setTab] = useState<"format" | "options">("format");
  const [options, setOptions] = useState<ExportOptions>(defaultExportOptions);
  const [target, setTarget] = useState<Target>(options.format);
  const [original] = useState(() => originalFormat(prompt.record()));
  const own = useOwnPreview(prompt, useDeferredValue(options));
  const file = useLoadedFile(prompt, promptId, target, options);
  const isAtOnce = isWrittenAtOnce(target);
  const isLoading = !isAtOnce && file === null;
  const preview = isAtOnce ? own : file instanceof Error ? null : file && previewOf(file);

  const choose = (next: Target) => {
    setTarget(next);
    if (isOwnFormat(next)) setOptions({ ...options, format: next });
  };
  const copied = () => {
    if (isAtOnce) return decoder.decode(prompt.export(options).bytes);
    if (file === null || file instanceof Error) throw new Error(messages.preview_failed);
    return decoder.decode(file.bytes);
  };
  const save = async () => {
    const { bytes, name, mediaType } = await exportFile({ document: prompt, id: promptId }, target, options);
    download(bytes, baseName(name), mediaType);
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={t`Export`}
      size="lg"
      footer={
        <>
          <CopyButton text={copied} disabled={isLoading} />
          <Button variant="primary" disabled={!preview} onClick={() => void save()}>
            <Download aria-hidden="true" /> <Trans>Download</Trans>
          </Button>
        </>
      }
    >
      <div className="grid gap-x-6 gap-y-4 md:grid-cols-[18rem_minmax(0,1fr)]">
        <Tabs
          label={t`Export settings`}
          tabs={[
            { value: "format", label: t`Format` },
            { value: "options", label: t`Options` },
          ]}
          value={tab}
          onChange={setTab}
        >
          <TabPanel value="format" className="pt-4">
            <FormatPicker value={target} onChange={choose} original={original} />
          </TabPanel>
          <TabPanel value="options" className="pt-4">
            {isOwnFormat(target) ? (
              <OptionsForm options={options} onChange={setOptions} />
            ) : (
              <p className="text-sm text-muted">
                <Trans>Formats of other tools have no options.</Trans>
              </p>
            )}
          </TabPanel>
        </Tabs>
        <section
          aria-label={t`Preview`}
          aria-busy={isLoading}
          className="flex min-w-0 flex-col gap-2 md:sticky md:top-0 md:self-start"
        >
          <p className="flex flex-wrap items-baseline justify-between gap-2">
            <span className="font-semibold">{labelOf(target)}</span>
            {preview && <span className="truncate font-mono text-sm text-muted">{preview.file_name}</span>}
          </p>
          <section
            aria-label={t`Beginning of the file`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable by key.
            tabIndex={0}
            className="h-[min(24rem,45vh)] overflow-auto rounded-control border bg-well p-3"
          >
            <pre className="font-mono text-[0.8125rem] leading-relaxed whitespace-pre-wrap wrap-anywhere">
              {preview ? preview.text : isLoading ? t`Loading…` : messages.preview_failed}
            </pre>
          </section>
          {preview && <Warnings list={preview.warnings} />}
        </section>
      </div>
    </Dialog>
  );
}

function labelOf(target: Target): string {
  if (target === "original") return t`Original file`;
  const choices: readonly { value: Target; label: string }[] = [
    ...words.export_formats,
    ...words.tool_formats,
  ];
  return choices.find(({ value }) => value === target)?.label ?? target;
}

function previewOf({ bytes, name, warnings }: ExportFile): Preview {
  const text = decoder.decode(bytes);
  const characters = Array.from(text.slice(0, 2 * PREVIEW_CHARS + 2));
  const beginning = characters.slice(0, PREVIEW_CHARS).join("");
  return { text: beginning === text ? text : `${beginning}…`, file_name: name, warnings };
}

/** The prompt as a file that needs something to be loaded, as another tool's does; null while it is written. */
function useLoadedFile(
  prompt: EditorDocument,
  promptId: string | null,
  target: Target,
  options: ExportOptions,
) {
  const revision = useSyncExternalStore(prompt.subscribe, () => prompt.state().revision);
  const key = `${target} ${revision} ${target === "html" ? JSON.stringify(options) : ""}`;
  const [made, setMade] = useState<{ key: string; file: ExportFile | Error } | null>(null);
  // The key has those options that the file has.
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (isWrittenAtOnce(target)) return;
    let isStale = false;
    const finish = (file: ExportFile | Error) => !isStale && setMade({ key, file });
    exportFile({ document: prompt, id: promptId }, target, latest.current).then(finish, (error) =>
      finish(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isStale = true;
    };
  }, [prompt, promptId, target, key]);
  return made?.key === key ? made.file : null;
}

/** The beginning of the export of the current prompt; null if it cannot be exported. */
function useOwnPreview(prompt: EditorDocument, options: ExportOptions) {
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
