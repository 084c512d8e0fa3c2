// Reads files with the core, in the browser, before anything is stored.
import { type Imported, importFile } from "@/core";
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
  damaged: "The archive is damaged",
  protected: "The archive is protected by a password. Unpack it and import the files",
  "too much": "The archive unpacks to over 256 MB. Unpack it and import the files in parts",
};

let count = 0;

/**
 * Reads files in sequence and reports each at once, so that a folder of hundreds shows progress. An archive is
 * replaced by its files: `onMore` gets how many more there are to read.
 */
export async function readFiles(
  files: readonly GivenFile[],
  onReport: (report: FileReport) => void,
  onMore: (files: number) => void,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files) {
    if (signal.aborted) return;
    const inside = await unpacked(file);
    if (inside instanceof Error || inside.length === 0) {
      onReport(inside instanceof Error ? reportOf(file, null, inside) : await readFile(file));
      continue;
    }
    onMore(inside.length - 1);
    for (const one of inside) {
      if (signal.aborted) return;
      onReport(await readFile(one));
    }
  }
}

async function readFile(file: GivenFile): Promise<FileReport> {
  try {
    return reportOf(file, await importFile(new Uint8Array(await file.bytes()), file.name), null);
  } catch (error) {
    return reportOf(file, null, asError(error));
  }
}

function reportOf({ name }: GivenFile, imported: Imported | null, error: Error | null): FileReport {
  count += 1;
  return { id: `file-${count}`, name, imported, error };
}

function asError(error: unknown): Error {
  if (error instanceof ZipError) return new Error(unreadable[error.reason]);
  return error instanceof Error ? error : new Error(String(error));
}

/** The files of an archive, in a folder of its name; none if the file is no archive, or an empty one. */
async function unpacked(file: GivenFile): Promise<GivenFile[] | Error> {
  if (!/\.(zip|skill)$/i.test(file.name)) return [];
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
