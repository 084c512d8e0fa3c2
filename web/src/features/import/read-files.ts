// Reads files with the core, in the browser, before anything is stored.
import { type Imported, importFile } from "@/core";

/** A file given by picker, drop or paste. */
export interface GivenFile {
  /** Its name with its known parent folders: some formats take the title from there. */
  name: string;
  bytes: () => Promise<ArrayBuffer>;
}

/** The result of reading a file. */
export interface FileReport {
  id: string;
  name: string;
  imported: Imported | null;
  /** The error if the file could not be read at all. */
  error: Error | null;
}

let count = 0;

/** Reads files in sequence and reports each at once, so that a folder of hundreds shows progress. */
export async function readFiles(
  files: readonly GivenFile[],
  onReport: (report: FileReport) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    if (signal.aborted) return;
    count += 1;
    const report: FileReport = { id: `file-${count}`, name: file.name, imported: null, error: null };
    try {
      report.imported = await importFile(new Uint8Array(await file.bytes()), file.name);
    } catch (error) {
      report.error = error instanceof Error ? error : new Error(String(error));
    }
    onReport(report);
  }
}

export function givenFiles(files: Iterable<File>): GivenFile[] {
  return Array.from(files, (file) => ({
    name: file.webkitRelativePath || file.name,
    bytes: () => file.arrayBuffer(),
  }));
}

/** A pasted text, as a file without a name. */
export function givenText(text: string): GivenFile {
  return { name: "", bytes: async () => new TextEncoder().encode(text).buffer };
}

/** The files of a drop, including those in dropped folders. */
export async function droppedFiles(transfer: DataTransfer): Promise<GivenFile[]> {
  // The browser clears the list after the event, so all entries are taken first.
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  if (entries.length === 0) return givenFiles(transfer.files);
  const files: GivenFile[] = [];
  for (const entry of entries) await collect(entry, files);
  return files;
}

async function collect(entry: FileSystemEntry, files: GivenFile[]): Promise<void> {
  if (isFile(entry)) {
    files.push({
      name: entry.fullPath.replace(/^\//, ""),
      bytes: () =>
        new Promise<File>((resolve, reject) => entry.file(resolve, reject)).then((file) =>
          file.arrayBuffer(),
        ),
    });
    return;
  }
  if (!isFolder(entry) || entry.name === ".git" || entry.name === "node_modules") return;
  const reader = entry.createReader();
  // `readEntries` returns at most a hundred entries at a time, and none at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const inner of some) await collect(inner, files);
  }
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}
