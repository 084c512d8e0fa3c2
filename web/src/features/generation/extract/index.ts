// The text of an attached file. It is read here, in the browser: no file leaves it. The readers of PDF and Word load when
// the first such file is attached.

import { textFileExtensions } from "@/core/lists";
import { importModule, ModuleNotLoaded } from "@/lib/dynamic-import";
import { UnreadableFile } from "./unreadable";

const plain = textFileExtensions;

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".")).toLowerCase();

/**
 * The text, or null for a picture, which has none. About `enough` characters will do. Throws an `UnreadableFile` that says
 * why when there is nothing to be had.
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
    // What the readers of others throw is about bytes; a person needs to know about the file.
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

// No store and no provider takes NUL; a file that was never text may be full of it.
const clean = (text: string) => text.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();
