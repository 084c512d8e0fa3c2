// Measures how much a zip archive unpacks to by inflating it without storing the result. The sizes in its headers
// are not trusted.
import { UnreadableFile } from "./unreadable";

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const stored = 0;
const deflated = 8;

/** Throws if the XML inside unpacks to more than `most` bytes, or the archive is damaged. */
export async function checkUnpacked(archive: Uint8Array<ArrayBuffer>, most: number): Promise<void> {
  let size = 0;
  for (const { name, method, bytes } of entries(archive)) {
    if (!/\.(xml|rels)$/i.test(name)) continue;
    if (method === stored) size += bytes.length;
    else if (method === deflated) size += await inflatedSize(bytes, most - size);
    else throw new UnreadableFile("damaged");
    if (size > most) throw new UnreadableFile("too much");
  }
}

interface Entry {
  name: string;
  method: number;
  bytes: Uint8Array<ArrayBuffer>;
}

function* entries(archive: Uint8Array<ArrayBuffer>): Generator<Entry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== directoryEnd) end--;
  if (end < 0) throw new UnreadableFile("damaged");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    // A read past the end throws a RangeError, which also means a damaged file.
    if (view.getUint32(at, true) !== directoryEntry) throw new UnreadableFile("damaged");
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== localHeader) throw new UnreadableFile("damaged");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    yield {
      name: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength)),
      method: view.getUint16(at + 10, true),
      bytes: archive.subarray(start, start + view.getUint32(at + 20, true)),
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

/** Stops shortly after `most`. */
async function inflatedSize(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<number> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  let size = 0;
  while (size <= most) {
    const { done, value } = await reader.read();
    if (done) return size;
    size += value.length;
  }
  await reader.cancel();
  return size;
}
