// What a prompt is exported as: one of the seven formats, the format of another tool, or its original file.
import {
  type Diagnostic,
  type EditorDocument,
  type ExportFormat,
  type ExportOptions,
  exportForTool,
  type ToolTarget,
  words,
} from "@/core";

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
}

const encoder = new TextEncoder();

/** The prompt as a file. Without an original file it is Markdown. */
export async function exportFile(
  document: EditorDocument,
  target: Target,
  options: ExportOptions,
): Promise<ExportFile> {
  const file = isOwnFormat(target) ? null : await exportForTool(document.record(), target);
  if (file) {
    const { text, file_name: name, media_type: mediaType, warnings } = file;
    return { bytes: encoder.encode(text), name, mediaType, warnings };
  }
  const format = isOwnFormat(target) ? target : "markdown";
  const { bytes, file_name: name, media_type: mediaType, warnings } = document.export({ ...options, format });
  return { bytes, name, mediaType, warnings };
}

/** The name of a file without its folder. */
export function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}
