import { expect, test } from "vitest";
import { ZipError, zipEntries, zipFiles } from "./zip";

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function archiveOf(...files: [name: string, text: string][]) {
  const blob = await zipFiles(files.map(([name, text]) => ({ name, bytes: bytesOf(text) })));
  return new Uint8Array(await blob.arrayBuffer());
}

test("an archive is read back as it was written", async () => {
  const files: [string, string][] = [
    ["a.md", "# One\n"],
    ["Ordner/Straße 東京 🦀.txt", "x".repeat(100_000)],
    ["empty.txt", ""],
  ];
  const entries = zipEntries(await archiveOf(...files));
  const read = entries.map(async ({ name, unpack }) => [
    name,
    new TextDecoder().decode(await unpack(200_000)),
  ]);
  expect(await Promise.all(read)).toEqual(files);
});

test("a file that unpacks to more than it may is refused", async () => {
  const [entry] = zipEntries(await archiveOf(["bomb.txt", "0".repeat(1_000_000)]));
  await expect(entry?.unpack(1000)).rejects.toMatchObject({ reason: "too much" });
});

test("a damaged archive is refused wherever it is damaged", async () => {
  const whole = await archiveOf(["a.txt", "Some text, and some more."]);
  const refused = { name: "ZipError", reason: "damaged" };
  expect(() => zipEntries(bytesOf("PK\u0003\u0004 not an archive"))).toThrow(ZipError);
  for (let length = 0; length < whole.length; length++) {
    const unpack = async () => {
      for (const entry of zipEntries(whole.slice(0, length))) await entry.unpack(1000);
    };
    await expect(unpack()).rejects.toMatchObject(refused);
  }
});
