import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { FileText, Image, Paperclip, X } from "lucide-react";
import { useMemo, useRef, useState } from "react";
import { admitFiles, type ContextFile, contextBudget, fileExtensions } from "@/core";
import { ModuleNotLoaded } from "@/lib/dynamic-import";
import { useFormat } from "@/lib/format";
import { randomId } from "@/lib/random-id";
import { Alert } from "@/ui/alert";
import { Button } from "@/ui/button";
import { cn } from "@/ui/cn";
import { IconButton } from "@/ui/icon-button";
import { Spinner } from "@/ui/spinner";
import { extractText } from "./extract";
import { UnreadableFile } from "./extract/unreadable";
import { ResponsivePanel } from "./responsive-panel";

export interface AttachedFile extends ContextFile {
  id: string;
  /** The length of the whole text; the stored part may be shorter. */
  characters: number;
}

const extensions = fileExtensions;
/** Far more than any budget: a longer text is cut here, and reading a long PDF stops. */
const ENOUGH = 200_000;

interface ContextFilesProps {
  files: readonly AttachedFile[];
  onChange: (files: readonly AttachedFile[]) => void;
  disabled: boolean;
}

/** The file-attach control. Added files take effect with Apply. */
export function ContextFiles({ files, onChange, disabled }: ContextFilesProps) {
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState(files);
  const change = (next: boolean) => {
    if (next) setDraft(files);
    setOpen(next);
  };
  return (
    <ResponsivePanel
      title={t`Add Context Files`}
      open={open}
      onOpenChange={change}
      onApply={() => onChange(draft)}
      trigger={
        <IconButton
          label={t`Attach context files`}
          aria-haspopup="dialog"
          aria-expanded={open}
          disabled={disabled}
          onClick={() => change(!open)}
        >
          <Paperclip aria-hidden="true" />
        </IconButton>
      }
    >
      <FilePicker files={draft} onChange={setDraft} />
    </ResponsivePanel>
  );
}

interface FilePickerProps {
  files: readonly AttachedFile[];
  onChange: (change: (files: readonly AttachedFile[]) => readonly AttachedFile[]) => void;
}

function FilePicker({ files, onChange }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [reading, setReading] = useState(0);
  const [over, setOver] = useState(false);
  const add = async (list: FileList | null) => {
    const batch = Array.from(list ?? []);
    if (batch.length === 0) return;
    const { accepted, refused } = admitFiles(
      files.length,
      batch.map(({ name, size }) => ({ name, size })),
    );
    setProblems(refused.map(({ message }) => message));
    setReading((count) => count + accepted.length);
    // Read in sequence, which preserves the order of the selection.
    for (const at of accepted) {
      const file = batch[at] as File;
      try {
        const text = await extractText(file, ENOUGH);
        const attached = {
          id: randomId(),
          name: file.name,
          text: text?.slice(0, ENOUGH) ?? null,
          characters: text?.length ?? 0,
        };
        onChange((before) => [...before, attached]);
      } catch (error) {
        const says =
          error instanceof UnreadableFile
            ? error.says
            : error instanceof ModuleNotLoaded
              ? t`could not be read because a part of the app did not load. ${error.message}`
              : t`could not be read.`;
        setProblems((before) => [...before, t`File ${file.name} ${says}`]);
      } finally {
        setReading((count) => count - 1);
      }
    }
  };
  return (
    <div className="space-y-3">
      <section
        aria-label={t`Drop files here`}
        className={cn(
          "rounded-tray border border-dashed border-line-strong/60 px-4 py-6 text-center transition-colors",
          over && "border-accent bg-accent-wash",
        )}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void add(event.dataTransfer.files);
        }}
      >
        <input
          ref={input}
          type="file"
          multiple
          accept={extensions.join(",")}
          aria-label={t`Context files`}
          hidden
          onChange={(event) => {
            void add(event.target.files);
            event.target.value = "";
          }}
        />
        <Button onClick={() => input.current?.click()}>
          <Trans>Choose files</Trans>
        </Button>
        <p className="mt-2 text-sm text-muted">
          <Trans>or drop them here. Up to 5 files of 10MB: {extensions.join(" ")}</Trans>
        </p>
      </section>
      {problems.map((problem) => (
        <Alert key={problem}>{problem}</Alert>
      ))}
      {reading > 0 && (
        <p className="flex items-center gap-2 text-muted" role="status">
          <Spinner className="size-4" />{" "}
          <Plural value={reading} one="Reading a file…" other="Reading # files…" />
        </p>
      )}
      <FileList files={files} onRemove={(id) => onChange((all) => all.filter((file) => file.id !== id))} />
      <Budget files={files} />
      <p className="text-sm text-muted">
        <Trans>
          Files are read in your browser and are not uploaded. Only their text is sent with your request.
        </Trans>
      </p>
    </div>
  );
}

function FileList({ files, onRemove }: { files: readonly AttachedFile[]; onRemove: (id: string) => void }) {
  const format = useFormat();
  if (files.length === 0) return null;
  return (
    <ul className="divide-y rounded-tray border">
      {files.map((file) => {
        const Icon = file.text === null ? Image : FileText;
        return (
          <li key={file.id} className="flex items-center gap-2.5 py-1.5 pr-1.5 pl-3">
            <Icon aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{file.name}</p>
              <p className="text-sm text-muted">
                {file.text === null
                  ? t`A picture: only its name is sent`
                  : t`${format.number(file.characters)} characters`}
              </p>
            </div>
            <IconButton label={t`Remove ${file.name}`} size="sm" onClick={() => onRemove(file.id)}>
              <X aria-hidden="true" />
            </IconButton>
          </li>
        );
      })}
    </ul>
  );
}

/** The part of the files that is sent, as the core truncates it. */
function Budget({ files }: { files: readonly AttachedFile[] }) {
  const format = useFormat();
  const { whole, sent } = useMemo(() => contextBudget([...files]), [files]);
  if (whole === 0) return null;
  const isCut = sent < whole;
  const all = files.reduce((sum, { characters }) => sum + characters, 0);
  return (
    <p className={cn("text-sm", isCut ? "font-medium text-brass" : "text-muted")}>
      {isCut
        ? t`The files are too long: only the first ${format.number(sent)} of ${format.number(all)} characters are sent.`
        : t`${format.number(whole)} characters are sent with your request.`}
    </p>
  );
}
