// Extracts the text of an attached file in the browser: no file is uploaded. The PDF and Word readers load with
// the first such file.

import { textFileExtensions } from "@/core/lists";
import { importModule, ModuleNotLoaded } from "@/lib/dynamic-import";
import { UnreadableFile } from "./unreadable";

const plain = textFileExtensions;

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".")).toLowerCase();

/**
 * The text, or null for an image, which has none. Reading may stop after about `enough` characters. Throws an
 * `UnreadableFile` with the reason if no text can be read.
 */
export async function extractText(file: File, enough: number): Promise<string | null> {
  const extension = extensionOf(file.name);
  if (plain.includes(extension)) return clean(await file.text());
  if (extension !== ".pdf" && extension !== ".docx") return null;
  try {
    const text = clean(extension === ".pdf" ? await textOfPdf(file, enough) : await textOfWord(file));
    if (text === "") throw new UnreadableFile(extension === ".pdf" ? "only pictures" : "empty");
    return text;
  } catch (error) {
    // Errors of third-party readers are about bytes; a user needs a message about the file.
    throw error instanceof UnreadableFile || error instanceof ModuleNotLoaded
      ? error
      : new UnreadableFile("damaged", { cause: error });
  }
}

async function textOfPdf(file: File, enough: number): Promise<string> {
  const { textOfPdf } = await importModule(() => import("./pdf"));
  return textOfPdf(await file.arrayBuffer(), enough);
}

async function textOfWord(file: File): Promise<string> {
  const { textOfWord } = await importModule(() => import("./word"));
  return textOfWord(await file.arrayBuffer());
}

// Neither databases nor providers accept NUL, and a binary file may be full of it.
const clean = (text: string) => text.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();
