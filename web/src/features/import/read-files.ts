// Reads files with the core, in the browser, before anything is stored.
import { t } from "@lingui/core/macro";
import { fileGroups, type Imported, importFiles } from "@/core";
import { ZipError, zipEntries } from "@/lib/zip";
import { type GivenFile, isSkipped } from "./given-files";

/** The result of reading a file. */
export interface FileReport {
  id: string;
  name: string;
  imported: Imported | null;
  /** The error if the file could not be read at all. */
  error: Error | null;
}

/** The most bytes that one archive may unpack to. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

const unreadable = {
  damaged: t`The archive is damaged`,
  protected: t`The archive is protected by a password. Unpack it and import the files`,
  "too much": t`The archive unpacks to over 256 MB. Unpack it and import the files in parts`,
};

let count = 0;

/**
 * Reads files in sequence and reports each at once, so that a folder of hundreds shows progress. `onMore` gets the
 * change of how many there are to read: an archive is replaced by its files, and files that belong to another one
 * are read with it.
 */
export async function readFiles(
  files: readonly GivenFile[],
  onReport: (report: FileReport) => void,
  onMore: (files: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const read = async (some: readonly GivenFile[]) => {
    if (some.length === 0) return;
    const groups = await fileGroups(some.map(({ name }) => name));
    onMore(groups.length - some.length);
    for (const group of groups) {
      if (signal.aborted) return;
      onReport(await readGroup(group.flatMap((at) => some[at] ?? [])));
    }
  };
  // Picked one by one, files are no folder: a skill among them owns none of the others.
  const isLoose = ({ name }: GivenFile) => !name.includes("/") && !isArchive(name);
  for (const file of files.filter(isLoose)) {
    if (signal.aborted) return;
    onReport(await readGroup([file]));
  }
  await read(files.filter((file) => !isLoose(file) && !isArchive(file.name)));
  for (const file of files.filter(({ name }) => isArchive(name))) {
    if (signal.aborted) return;
    const inside = await unpacked(file);
    if (inside instanceof Error) onReport(reportOf(file.name, null, inside));
    else {
      onMore(inside.length - 1);
      await read(inside);
    }
  }
}

async function readGroup(group: readonly GivenFile[]): Promise<FileReport> {
  const name = group[0]?.name ?? "";
  try {
    const files: { name: string; bytes: Uint8Array }[] = [];
    // In sequence: the files of an archive share a limit.
    for (const file of group) files.push({ name: file.name, bytes: new Uint8Array(await file.bytes()) });
    return reportOf(name, await importFiles(files), null);
  } catch (error) {
    return reportOf(name, null, asError(error));
  }
}

function reportOf(name: string, imported: Imported | null, error: Error | null): FileReport {
  count += 1;
  return { id: `file-${count}`, name, imported, error };
}

function asError(error: unknown): Error {
  if (error instanceof ZipError) return new Error(unreadable[error.reason]);
  return error instanceof Error ? error : new Error(String(error));
}

function isArchive(name: string): boolean {
  return /\.(zip|skill)$/i.test(name);
}

/** The files of an archive, in a folder of its name. */
async function unpacked(file: GivenFile): Promise<GivenFile[] | Error> {
  const folder = file.name.replace(/\.[^./]+$/, "");
  let left = MAX_UNPACKED_BYTES;
  try {
    return zipEntries(new Uint8Array(await file.bytes()))
      .filter(({ name }) => !isSkipped(name))
      .map(({ name, unpack }) => ({
        name: `${folder}/${name}`,
        bytes: async () => {
          const bytes = await unpack(left);
          left -= bytes.length;
          return bytes.slice().buffer;
        },
      }));
  } catch (error) {
    return asError(error);
  }
}
