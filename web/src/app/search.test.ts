import { describe, expect, it } from "vitest";
import { localPath, parseSearch, stringifySearch } from "./search";

describe("the URL's query", () => {
  it("keeps what looks like a number or JSON as text", () => {
    expect(parseSearch("?prompt=123&q=%22a%22")).toEqual({ prompt: "123", q: '"a"' });
  });

  it.each([
    [{ tab: "assets", q: "two words" }, "?tab=assets&q=two+words"],
    [{ ai: true, q: "", tab: undefined, asset: false }, "?ai=true"],
    [{}, ""],
  ])("writes %j as %s", (search, query) => {
    expect(stringifySearch(search)).toBe(query);
  });

  it.each(["//evil.example", "/\\evil.example", "https://evil.example", "javascript:alert(1)", "", 7])(
    "does not go back to %j",
    (from) => expect(localPath(from)).toBeUndefined(),
  );

  it("goes back to a place inside, its query included", () => {
    expect(localPath("/editor?prompt=1#x")).toBe("/editor?prompt=1#x");
  });
});
