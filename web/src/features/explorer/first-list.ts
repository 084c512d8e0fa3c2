// What the list asks for while nothing is filtered. A module of its own, without the core: the build reads it to have browsers
// ask for the list together with the code that shows it.
import { client } from "@/api/client";

/** How many items come at once. */
export const pageSize = 24;

/** The address of the first list that the page asks for when it is opened as it is. */
export function firstListUrl(): string {
  return client.buildUrl({ url: "/api/prompts", query: { kind: "prompt", owner: "all", limit: pageSize } });
}
