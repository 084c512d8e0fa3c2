// Reads files with the importer, a separate WebAssembly program that loads on the first import.
import { importModule } from "@/lib/dynamic-import";
import type { Imported, ImportFormat } from "./pkg/app/prompt_app";

/** Parses the prompts of a file. The format is detected by content, then by name, unless it is given. */
export async function importFile(
  bytes: Uint8Array,
  fileName?: string,
  format?: ImportFormat,
): Promise<Imported> {
  const importer = await importModule(() => import("./pkg/importer/prompt_importer"));
  return importer.importFile(bytes, fileName, format);
}
