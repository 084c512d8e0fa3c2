// Extracts the text of a PDF, page by page. It runs in a worker, which is terminated on timeout.
import { GlobalWorkerOptions, getDocument, VerbosityLevel } from "pdfjs-dist";
import worker from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import { readAsset } from "@/api/asset";
import { UnreadableFile } from "./unreadable";

GlobalWorkerOptions.workerSrc = worker;

const PDF_TIMEOUT_MS = 30_000;

// Character maps of Chinese, Japanese and Korean fonts that a document names without embedding them.
const characterMaps = import.meta.glob<string>("/node_modules/pdfjs-dist/cmaps/*.bcmap", {
  eager: true,
  query: "?url&no-inline",
  import: "default",
});

/** Fetches pdf.js's own resource files, each only when a document needs it. */
class ReaderFiles {
  async fetch({ filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const url = characterMaps[`/node_modules/pdfjs-dist/cmaps/${filename}`];
    if (!url) throw new Error(`there is no ${filename}`);
    return readAsset(url);
  }
}

/** Reads pages until there are `enough` characters. */
export async function textOfPdf(data: ArrayBuffer, enough: number): Promise<string> {
  const loading = getDocument({
    data,
    isEvalSupported: false,
    verbosity: VerbosityLevel.ERRORS,
    BinaryDataFactory: ReaderFiles,
    useWorkerFetch: false,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UnreadableFile("too slow")), PDF_TIMEOUT_MS);
  });
  try {
    return await Promise.race([read(loading, enough), late]);
  } catch (error) {
    const isProtected = error instanceof Error && error.name === "PasswordException";
    throw isProtected ? new UnreadableFile("protected", { cause: error }) : error;
  } finally {
    clearTimeout(timer);
    await loading.destroy();
  }
}

async function read(loading: ReturnType<typeof getDocument>, enough: number): Promise<string> {
  const document = await loading.promise;
  let text = "";
  for (let number = 1; number <= document.numPages && text.length < enough; number++) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += "\n\n";
  }
  return text;
}
