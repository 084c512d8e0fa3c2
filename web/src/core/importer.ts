// Reads files with the importer, a separate WebAssembly program that loads on the first import.
import { importModule } from "@/lib/dynamic-import";
import type { Imported } from "./pkg/app/prompt_app";

const importer = () => importModule(() => import("./pkg/importer/prompt_importer"));

/**
 * The files that belong together, such as a skill with its other files, as places in the list: the first of a group
 * is the one that the others belong to.
 */
export async function fileGroups(names: string[]): Promise<number[][]> {
  return (await importer()).fileGroups(names);
}

/** Reads the prompts of a file, with the files that belong to it. The format is detected by content, then by name. */
export async function importFiles(files: readonly { name: string; bytes: Uint8Array }[]): Promise<Imported> {
  const { importFiles } = await importer();
  return importFiles(
    files.map(({ name }) => name),
    files.map(({ bytes }) => bytes),
  );
}
