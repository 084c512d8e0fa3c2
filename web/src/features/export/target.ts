// What a prompt is exported as: one of the seven formats, the format of another tool, or its original file.
import {
  type Diagnostic,
  type EditorDocument,
  type ExportedFile,
  type ExportFormat,
  type ExportOptions,
  exportForTool,
  type Prompt,
  type ToolTarget,
  words,
} from "@/core";
import { loadIncludes } from "@/lib/includes";
import type { FileToZip } from "@/lib/zip";

export type Target = ExportFormat | ToolTarget;

/** Whether the target is one of the seven formats, which have options. */
export function isOwnFormat(target: Target): target is ExportFormat {
  return words.export_formats.some(({ value }) => value === target);
}

export interface ExportFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** The name, with its folder where the tool expects one. */
  name: string;
  mediaType: string;
  warnings: Diagnostic[];
  /** The other files of a skill, by their path beside it. */
  beside: FileToZip[];
}

const encoder = new TextEncoder();

/** Whether the target is written at once: a page waits for its program and for what the prompt includes. */
export function isWrittenAtOnce(target: Target): target is ExportFormat {
  return isOwnFormat(target) && target !== "html";
}

/** A prompt to export, and its id if it is stored. */
export interface Exportable {
  document: EditorDocument;
  id: string | null;
}

/** The prompt as a file. Without an original file it is Markdown. */
export async function exportFile(
  { document, id }: Exportable,
  target: Target,
  options: ExportOptions,
): Promise<ExportFile> {
  if (target === "html") {
    const references = document.references();
    const [{ script, style }, includes] = await Promise.all([
      import("@/core/fill"),
      references.length > 0 ? loadIncludes(references, id) : {},
    ]);
    const known = includes as Record<string, Prompt>;
    return fileOf(document.exportToFill({ ...options, format: target }, known, script, style));
  }
  const file = isOwnFormat(target) ? null : await exportForTool(document.record(), target);
  if (file) {
    const { text, file_name: name, media_type: mediaType, warnings, files = [] } = file;
    const beside = files.map(([name, text]) => ({ name, bytes: encoder.encode(text) }));
    return { bytes: encoder.encode(text), name, mediaType, warnings, beside };
  }
  const format = isOwnFormat(target) ? target : "markdown";
  return fileOf(document.export({ ...options, format }));
}

function fileOf({ bytes, file_name: name, media_type: mediaType, warnings }: ExportedFile): ExportFile {
  return { bytes, name, mediaType, warnings, beside: [] };
}

/** The name of a file without its folder. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
