// The files of an import, as picker, drop and paste give them.

/** A file given by picker, drop or paste. */
export interface GivenFile {
  /** Its name with its known parent folders: some formats take the title from there. */
  name: string;
  bytes: () => Promise<ArrayBuffer>;
}

/** Folders without prompts of their own. */
export const isSkipped = (path: string) => /(^|\/)(\.git|node_modules|__MACOSX)(\/|$)/.test(path);

export function givenFiles(files: Iterable<File>): GivenFile[] {
  return Array.from(files, (file) => ({
    name: file.webkitRelativePath || file.name,
    bytes: () => file.arrayBuffer(),
  })).filter(({ name }) => !isSkipped(name));
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
  if (isSkipped(entry.fullPath)) return;
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
  if (!isFolder(entry)) return;
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
