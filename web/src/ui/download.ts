/** Downloads bytes as a file. */
export function download(bytes: BlobPart, fileName: string, mediaType: string): void {
  const url = URL.createObjectURL(new Blob([bytes], { type: mediaType }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the bytes after the click; a second later it is done.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
