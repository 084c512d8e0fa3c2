import { afterEach, describe, expect, test, vi } from "vitest";
import { ModuleNotLoaded } from "@/lib/dynamic-import";
import { ApiError, ask, messageOf, sentenceOf } from "./client";
import { openApiQuery } from "./openapi-document";

const away = "The server cannot be reached. Check your connection and try again.";
const unknown = "Something went wrong. Please try again.";

afterEach(() => vi.unstubAllGlobals());

test.each([
  ["a refusal", new ApiError(404, { code: "not_found", message: "Prompt not found" }), "Prompt not found"],
  ["no answer", new ApiError(0, null), away],
  [
    "an answer of something in between",
    new ApiError(502, "<html>"),
    /^The server answered with an error \(502\)/,
  ],
  [
    "code that did not come",
    new ModuleNotLoaded(false),
    "It could not be loaded from the server. Try again.",
  ],
  [
    "a sentence of our own",
    new Error("Your changes could not be saved."),
    "Your changes could not be saved.",
  ],
  ["a lost connection, as Chromium says it", new TypeError("Failed to fetch"), unknown],
  ["an answer that is no JSON", new SyntaxError("Unexpected token '<'"), unknown],
  ["a browser that refuses", new DOMException("The operation is insecure.", "SecurityError"), unknown],
  ["a fault in WebAssembly", new WebAssembly.RuntimeError("unreachable"), unknown],
  ["what is no error", "oops", unknown],
])("%s is said in a sentence for people", (_, error, sentence) => {
  expect(messageOf(error)).toEqual(sentence instanceof RegExp ? expect.stringMatching(sentence) : sentence);
  expect(sentenceOf(error)).toBe(messageOf(error) === unknown ? null : messageOf(error));
});

describe("what is asked beside the generated client", () => {
  const lost = async () => {
    throw new TypeError("Failed to fetch");
  };

  test("fails in our words where no answer comes", async () => {
    vi.stubGlobal("fetch", lost);
    await expect(ask("/api/openapi.json")).rejects.toThrow(away);
  });

  test("stays what it is where it was given up", async () => {
    const given = new AbortController();
    given.abort();
    vi.stubGlobal("fetch", lost);
    await expect(ask("/api/openapi.json", { signal: given.signal })).rejects.toThrow("Failed to fetch");
  });

  test("is no document of the API where it is no JSON", async () => {
    vi.stubGlobal("fetch", async () => new Response("<html>"));
    const read = openApiQuery.queryFn as (context: object) => Promise<unknown>;
    await expect(read({})).rejects.toThrow(away);
  });
});
