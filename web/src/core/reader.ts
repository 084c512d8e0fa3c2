// Reading files: a program of its own, which is loaded when somebody imports for the first time.
import { importModule } from "@/lib/dynamic-import";
import type { Imported, ImportFormat } from "./pkg/prompt_wasm";

/** Reads the prompts of a file. The format is found by content, then by name, unless it is given. */
export async function importFile(
  bytes: Uint8Array,
  fileName?: string,
  format?: ImportFormat,
): Promise<Imported> {
  const reader = await importModule(() => import("./pkg/reader/prompt_reader"));
  return reader.importFile(bytes, fileName, format);
}
