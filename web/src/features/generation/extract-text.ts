// The text of an attached file. It is read here, in the browser: no file leaves it. The readers of PDF and Word load when
// the first such file is attached.
import { textFileExtensions } from "@/core";

const plain = textFileExtensions();

const extensionOf = (name: string) => name.slice(name.lastIndexOf(".")).toLowerCase();

/** The text, or null for a picture, which has none. `enough` characters will do. Throws when the file cannot be read. */
export async function extractText(file: File, enough: number): Promise<string | null> {
  const extension = extensionOf(file.name);
  if (plain.includes(extension)) return clean(await file.text());
  if (extension === ".pdf") return clean(await textOfPdf(file, enough));
  if (extension === ".docx") return clean(await textOfWord(file));
  return null;
}

// No store and no provider takes NUL; a file that was never text may be full of it.
const clean = (text: string) => text.replaceAll("\0", "").replaceAll("\r\n", "\n").trim();

async function textOfPdf(file: File, enough: number): Promise<string> {
  const [pdf, { default: worker }] = await Promise.all([
    import("pdfjs-dist"),
    import("pdfjs-dist/build/pdf.worker.min.mjs?url"),
  ]);
  pdf.GlobalWorkerOptions.workerSrc = worker;
  const loading = pdf.getDocument({ data: await file.arrayBuffer(), isEvalSupported: false });
  try {
    const document = await loading.promise;
    let text = "";
    for (let number = 1; number <= document.numPages && text.length < enough; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
      text += "\n\n";
    }
    return text;
  } finally {
    await loading.destroy();
  }
}

async function textOfWord(file: File): Promise<string> {
  const { default: mammoth } = await import("mammoth");
  const { value } = await mammoth.extractRawText({ arrayBuffer: await file.arrayBuffer() });
  return value;
}
