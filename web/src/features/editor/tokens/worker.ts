// Counts tokens off the main thread, because loading the table takes half a second.
import { exactTokens } from "./count";
import type { CountAnswer, CountRequest } from "./use-tokens";

self.onmessage = ({ data: { id, text } }: MessageEvent<CountRequest>) => {
  self.postMessage({ id, count: exactTokens(text) } satisfies CountAnswer);
};
