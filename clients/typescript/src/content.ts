import type { FetchedPiece } from "./api.js";

/** A text or an image of a message. */
export type ContentPart = { type: "text"; text: string } | { type: "image_url"; image_url: { url: string } };

/** What a message says: a text, or parts if there are images. */
export type Content = string | ContentPart[];

/** The content of texts, some of which an image takes the place of. */
export function contentOf(pieces: readonly FetchedPiece[], texts: readonly string[]): Content {
  if (!pieces.some(({ image }) => image)) return texts.join("");
  const parts: ContentPart[] = [];
  let before = "";
  const endText = () => {
    // Without the line breaks that set it apart from an image. Providers refuse a text of blanks.
    if (before.trim() !== "") parts.push({ type: "text", text: before.replace(/^[\r\n]+|[\r\n]+$/g, "") });
    before = "";
  };
  pieces.forEach(({ image }, index) => {
    if (!image) {
      before += texts[index] ?? "";
      return;
    }
    endText();
    parts.push({ type: "image_url", image_url: { url: image } });
  });
  endText();
  return parts;
}

/** The pieces of the content of a rendered answer. */
export function piecesOf(content: unknown): unknown[] {
  if (!Array.isArray(content)) return [{ text: content }];
  return content.map((part) => {
    const image: unknown = part?.image_url?.url;
    return image === undefined ? { text: part?.text } : { text: image, image };
  });
}

/** The text of a message. An image is its address, or the kind and size of its data. */
export function textOfContent(content: Content): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : shown(part.image_url.url))).join("\n\n");
}

function shown(url: string): string {
  const data = /^data:([^;,]+);base64,(.*)$/s.exec(url);
  return data ? `data:${data[1]} (${Math.ceil((data[2] ?? "").length / 1366)} KB)` : url;
}
