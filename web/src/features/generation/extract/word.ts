// Extracts the text of a Word document: paragraphs, lists, tables and notes, without formatting and images.
import mammoth from "mammoth";
import { ZipError, zipEntries } from "@/lib/zip";
import { UnreadableFile } from "./unreadable";

/** The limit of the unpacked XML in bytes: many times a long book. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

export async function textOfWord(data: ArrayBuffer): Promise<string> {
  const bytes = new Uint8Array(data);
  if (isCompoundFile(bytes)) throw new UnreadableFile("protected or old");
  await checkUnpacked(bytes, MAX_UNPACKED_BYTES);
  const noPictures = mammoth.images.imgElement(async () => ({ src: "" }));
  const { value } = await mammoth.convertToHtml({ arrayBuffer: data }, { convertImage: noPictures });
  return textOf(new DOMParser().parseFromString(value, "text/html").body);
}

/** Whether this is the container of Word's old format, or of a password-protected document. */
function isCompoundFile(bytes: Uint8Array): boolean {
  return [0xd0, 0xcf, 0x11, 0xe0].every((byte, at) => bytes[at] === byte);
}

/** Throws if the archive is damaged, or the XML inside unpacks to more than `most` bytes. */
async function checkUnpacked(archive: Uint8Array<ArrayBuffer>, most: number): Promise<void> {
  try {
    let left = most;
    for (const { name, unpack } of zipEntries(archive))
      if (/\.(xml|rels)$/i.test(name)) left -= (await unpack(left)).length;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    throw new UnreadableFile(error.reason, { cause: error });
  }
}

function textOf(body: HTMLElement): string {
  // The link from a note back to its place carries no text.
  for (const back of body.querySelectorAll('a[href^="#footnote-ref"], a[href^="#endnote-ref"]'))
    back.remove();
  return blocks(body).join("\n\n");
}

function blocks(parent: Element): string[] {
  const found: string[] = [];
  for (const element of parent.children) {
    const text = block(element);
    if (text !== "") found.push(text);
  }
  return found;
}

function block(element: Element): string {
  switch (element.tagName) {
    case "TABLE":
      return rows(element as HTMLTableElement);
    case "UL":
    case "OL":
      return items(element, "");
    default:
      return line(element);
  }
}

function rows(table: HTMLTableElement): string {
  const cells = (row: HTMLTableRowElement) => [...row.cells].map((cell) => line(cell).replaceAll("\n", " "));
  return [...table.rows].map((row) => cells(row).join(" | ")).join("\n");
}

function items(list: Element, indent: string): string {
  const lines: string[] = [];
  for (const item of list.children) {
    const nested = [...item.children].filter((child) => child.matches("ul, ol"));
    for (const child of nested) child.remove();
    lines.push(`${indent}- ${line(item)}`, ...nested.map((child) => items(child, `${indent}  `)));
  }
  return lines.join("\n");
}

/** The text of an element without lists or tables; paragraphs and line breaks start new lines. */
function line(element: Element): string {
  for (const br of element.querySelectorAll("br")) br.replaceWith("\n");
  const paragraphs = [...element.children].filter((child) => child.tagName === "P");
  const whole = paragraphs.length > 0 ? paragraphs : [element];
  return whole
    .map((part) => part.textContent?.trim() ?? "")
    .filter((text) => text !== "")
    .join("\n");
}
