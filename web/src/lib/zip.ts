// Reads zip archives. The sizes in their headers are not trusted: a small archive may unpack to gigabytes.

const directoryEnd = 0x06054b50;
const directoryEntry = 0x02014b50;
const localHeader = 0x04034b50;
const stored = 0;
const deflated = 8;

/** The flag of an entry that is protected by a password. */
const encrypted = 1;

/** An archive that cannot be read, or that unpacks to more than the caller takes. */
export class ZipError extends Error {
  readonly reason: "damaged" | "protected" | "too much";

  constructor(reason: ZipError["reason"]) {
    super(`The archive is ${reason}`);
    this.name = "ZipError";
    this.reason = reason;
  }
}

export interface ZipEntry {
  /** Its path in the archive, with slashes. */
  name: string;
  /** Unpacks it; throws a `ZipError` if it has more than `most` bytes. */
  unpack: (most: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** The files of an archive, in its order. Throws a `ZipError` if the archive is damaged. */
export function zipEntries(archive: Uint8Array<ArrayBuffer>): ZipEntry[] {
  try {
    return [...entries(archive)].filter(({ name }) => !name.endsWith("/"));
  } catch (error) {
    // A read past the end.
    if (error instanceof RangeError) throw new ZipError("damaged");
    throw error;
  }
}

function* entries(archive: Uint8Array<ArrayBuffer>): Generator<ZipEntry> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== directoryEnd) end--;
  if (end < 0) throw new ZipError("damaged");
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== directoryEntry) throw new ZipError("damaged");
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    if (view.getUint32(local, true) !== localHeader) throw new ZipError("damaged");
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    const isProtected = (view.getUint16(at + 8, true) & encrypted) !== 0;
    const method = view.getUint16(at + 10, true);
    const bytes = archive.subarray(start, start + view.getUint32(at + 20, true));
    yield {
      name: new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameLength)).replaceAll("\\", "/"),
      unpack: async (most) => {
        if (isProtected) throw new ZipError("protected");
        if (method === deflated) return inflate(bytes, most);
        if (method !== stored) throw new ZipError("damaged");
        if (bytes.length > most) throw new ZipError("too much");
        return bytes;
      },
    };
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ZipError("damaged");
    });
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new ZipError("too much");
    }
    parts.push(value);
  }
}

export interface FileToZip {
  /** Its path in the archive, with slashes. */
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The version of the format that knows deflated entries and folders. */
const zipVersion = 20;
/** The flag of names in UTF-8. */
const utf8 = 0x0800;
/** The first of January 1980: the format has no moment without a time zone. */
const noDate = 0x0021;

/** Writes an archive of deflated files. At most 65,535 files and 4 GB, as the format without extensions has it. */
export async function zipFiles(files: readonly FileToZip[]): Promise<Blob> {
  const parts: BlobPart[] = [];
  const directory: BlobPart[] = [];
  let at = 0;
  let directorySize = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const data = await deflate(bytes);
    const common = [
      [utf8, 2],
      [deflated, 2],
      [0, 2],
      [noDate, 2],
      [crc32(bytes), 4],
      [data.length, 4],
      [bytes.length, 4],
      [path.length, 2],
      [0, 2],
    ] as const;
    const local = record([localHeader, 4], [zipVersion, 2], ...common);
    const central = record(
      [directoryEntry, 4],
      [zipVersion, 2],
      [zipVersion, 2],
      ...common,
      // Comment, disk, attributes.
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [at, 4],
    );
    parts.push(local, path, data);
    directory.push(central, path);
    at += local.length + path.length + data.length;
    directorySize += central.length + path.length;
  }
  const end = record(
    [directoryEnd, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [directorySize, 4],
    [at, 4],
    [0, 2],
  );
  return new Blob([...parts, ...directory, end], { type: "application/zip" });
}

/** Little-endian numbers with their sizes in bytes. */
function record(...fields: (readonly [value: number, size: 2 | 4])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [, size]) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [value, size] of fields) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return bytes;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
