// Reads files, and writes prompts for other tools, with the importer: a separate WebAssembly program that loads on first
// use.
import { importModule } from "@/lib/dynamic-import";
import { words } from "./lists";
import type { Exported, ForeignFormat, Imported, Prompt } from "./pkg/app/prompt_app";

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

/** What a prompt is written as outside of the seven formats: for another tool, or as the file it was imported from. */
export type ToolTarget = ForeignFormat | "original";

/**
 * Writes a prompt for another tool, as the file that it was imported from if that is of this format. Null if the original
 * file is asked for and there is none, or it cannot hold the prompt's texts.
 */
export async function exportForTool(prompt: Prompt, target: ToolTarget): Promise<Exported | null> {
  const { exportForTool, exportOriginal } = await importer();
  const json = JSON.stringify(prompt);
  return target === "original" ? (exportOriginal(json) ?? null) : exportForTool(json, target);
}

/** The label of the format of the file that a prompt was imported from; null without one. */
export function originalFormat(prompt: Prompt): string | null {
  const { imported_source: source } = prompt.content as { imported_source?: { format?: string } };
  return words.import_formats.find(({ value }) => value === source?.format)?.label ?? null;
}
