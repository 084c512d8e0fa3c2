// Reading files, by the importer: a program that loads when a person imports for the first time.
import { importModule } from "@/lib/dynamic-import";
import type { Imported, ImportFormat } from "./pkg/app/prompt_app";

/** Reads the prompts of a file. The format is found by content, then by name, unless it is given. */
export async function importFile(
  bytes: Uint8Array,
  fileName?: string,
  format?: ImportFormat,
): Promise<Imported> {
  const importer = await importModule(() => import("./pkg/importer/prompt_importer"));
  return importer.importFile(bytes, fileName, format);
}
