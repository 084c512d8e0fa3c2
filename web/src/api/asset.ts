// Static files that are part of the app itself.
import { ApiError, ask } from "./client";

/** Fetches the bytes of a file. */
export async function readAsset(url: string): Promise<Uint8Array> {
  const response = await ask(url);
  if (!response.ok) throw new ApiError(response.status, null);
  return new Uint8Array(await response.arrayBuffer());
}
