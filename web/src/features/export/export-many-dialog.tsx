// Exports many prompts as one zip archive, written in the browser.
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Download } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/client";
import { getPrompt } from "@/api/generated/sdk.gen";
import {
  type Diagnostic,
  defaultExportOptions,
  EditorDocument,
  type ExportOptions,
  type Prompt,
} from "@/core";
import { type FileToZip, zipFiles } from "@/lib/zip";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { download } from "@/ui/download";
import { TabPanel, Tabs } from "@/ui/tabs";
import { ownPrompts, type Placed, promptsOfCollection, uniqueNames } from "./collect";
import { FormatPicker } from "./format-picker";
import { OptionsForm } from "./options-form";
import type { ExportSource } from "./source";
import { baseName, type ExportFile, exportFile, isOwnFormat, type Target } from "./target";

interface ExportManyDialogProps {
  source: ExportSource;
  onClose: () => void;
}

/** The browser has six connections to a server. */
const MAX_PARALLEL_REQUESTS = 4;

interface Done {
  files: number;
  /** What the format could not hold, by file. */
  losses: { name: string; warnings: Diagnostic[] }[];
}

export default function ExportManyDialog({ source, onClose }: ExportManyDialogProps) {
  const [tab, setTab] = useState<"format" | "options">("format");
  const [options, setOptions] = useState<ExportOptions>(defaultExportOptions);
  const [target, setTarget] = useState<Target>(options.format);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [result, setResult] = useState<Done | Error | null>(null);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);

  const run = async () => {
    const { signal } = stop.current;
    setResult(null);
    setProgress({ done: 0, of: 0 });
    try {
      const placed = await placedOf(source, signal);
      const { files, losses } = await filesOf(placed, target, options, signal, setProgress);
      if (signal.aborted) return;
      download(await zipFiles(files), `${nameOf(source)}.zip`, "application/zip");
      setResult({ files: files.length, losses });
    } catch (error) {
      if (!signal.aborted) setResult(error instanceof Error ? error : new Error(String(error)));
    }
    if (!signal.aborted) setProgress(null);
  };

  const choose = (next: Target) => {
    setTarget(next);
    if (isOwnFormat(next)) setOptions({ ...options, format: next });
  };

  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title={titleOf(source)}
      description={t`One zip archive with a file for each prompt.`}
      size="md"
      footer={
        <>
          <Button onClick={onClose}>{result && !(result instanceof Error) ? t`Done` : t`Cancel`}</Button>
          <Button variant="primary" busy={progress !== null} onClick={() => run()}>
            <Download aria-hidden="true" /> <Trans>Download</Trans>
          </Button>
        </>
      }
    >
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
          <FormatPicker value={target} onChange={choose} original={t`Markdown for prompts that have none`} />
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
      <p role="status" className="mt-4 text-muted empty:hidden">
        {progress ? (progress.of === 0 ? t`Listing…` : t`Exporting ${progress.done} of ${progress.of}…`) : ""}
        {result &&
          !(result instanceof Error) &&
          plural(result.files, { one: "# file exported.", other: "# files exported." })}
      </p>
      {result instanceof Error && <Alert title={t`The export failed`}>{messageOf(result)}</Alert>}
      {result && !(result instanceof Error) && <Losses list={result.losses} />}
    </Dialog>
  );
}

function Losses({ list }: { list: Done["losses"] }) {
  if (list.length === 0) return null;
  return (
    <Alert
      tone="warning"
      className="mt-3"
      title={plural(list.length, {
        one: "# file is missing something",
        other: "# files are missing something",
      })}
    >
      <ul className="flex max-h-40 list-disc flex-col gap-1 overflow-y-auto pl-4">
        {list.map(({ name, warnings }) => (
          <li key={name} className="wrap-anywhere">
            <span className="font-semibold">{name}</span>: {warnings.map(({ message }) => message).join(". ")}
            .
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function placedOf(source: ExportSource, signal: AbortSignal): Promise<Placed[]> {
  switch (source.kind) {
    case "chosen":
      return Promise.resolve(source.ids.map((id) => ({ id, folder: "" })));
    case "collection":
      return promptsOfCollection(source.id, signal);
    case "everything":
      return ownPrompts(signal);
  }
}

async function filesOf(
  placed: readonly Placed[],
  target: Target,
  options: ExportOptions,
  signal: AbortSignal,
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<{ files: FileToZip[]; losses: Done["losses"] }> {
  const exported: ExportFile[] = [];
  const waiting = placed.entries();
  let done = 0;
  const next = async () => {
    for (const [at, { id }] of waiting) {
      if (signal.aborted) return;
      const { data } = await getPrompt({ path: { id }, throwOnError: true });
      // A stored prompt has all fields of a prompt, and more that the core ignores.
      const document = EditorDocument.open(data as Prompt);
      try {
        exported[at] = await exportFile({ document, id }, target, options);
      } finally {
        document.close();
      }
      done += 1;
      onProgress({ done, of: placed.length });
    }
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_REQUESTS }, next));

  // Named in the order of the list, whichever answer came first.
  const names = new Map<string, (name: string) => string>();
  const losses: Done["losses"] = [];
  const files = placed.flatMap(({ folder }, at) => {
    const file = exported[at];
    if (!file) return [];
    if (!names.has(folder)) names.set(folder, uniqueNames());
    // A file with a folder of its own, as a skill has, keeps its name: the folder is numbered.
    const base = baseName(file.name);
    const own = file.name.slice(0, -base.length - 1);
    const unique = names.get(folder) ?? uniqueNames();
    const name = `${folder}${own ? `${unique(own)}/${base}` : unique(base)}`;
    // A skill has its other files in its folder.
    const inside = name.slice(0, -base.length);
    const beside = own ? file.beside.map((one) => ({ ...one, name: inside + one.name })) : [];
    const warnings = file.warnings.filter(({ code }) => beside.length === 0 || code !== "files_left_out");
    if (warnings.length > 0) losses.push({ name, warnings });
    return [{ name, bytes: file.bytes }, ...beside];
  });
  return { files, losses };
}

function titleOf(source: ExportSource): string {
  switch (source.kind) {
    case "chosen":
      return plural(source.ids.length, { one: "Export # prompt", other: "Export # prompts" });
    case "collection":
      return t`Export “${source.title}”`;
    case "everything":
      return t`Export all your prompts`;
  }
}

function nameOf(source: ExportSource): string {
  return source.kind === "collection" ? source.title.replaceAll(/[\\/]/g, "-") : "prompts";
}
