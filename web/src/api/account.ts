// The export of an account as one file.
import { ApiError, ask, bodyOf } from "./client";

/** Fetches a zip of all data of the account; `onProgress` receives the number of bytes received so far. */
export function exportAccount(onProgress: (bytes: number) => void): Promise<Blob> {
  return zipOf("/api/auth/account/export", onProgress);
}

/** Fetches a zip of all data of a team. */
export function exportTeam(id: string): Promise<Blob> {
  return zipOf(`/api/workspaces/${id}/export`, () => {});
}

async function zipOf(url: string, onProgress: (bytes: number) => void): Promise<Blob> {
  const response = await ask(url);
  if (!response.ok || !response.body) throw new ApiError(response.status, await bodyOf(response));
  const chunks: BlobPart[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return new Blob(chunks, { type: "application/zip" });
      chunks.push(value);
      bytes += value.byteLength;
      onProgress(bytes);
    }
  } catch {
    // The connection broke in the middle of the file.
    throw new ApiError(0, null);
  }
}
