import { describe, expect, it } from "vitest";
import { documentTitle, type Path, paths } from "./paths";

const table: [Path, "public" | "signed in"][] = [
  ["/", "public"],
  ["/login", "public"],
  ["/register", "public"],
  ["/forgot-password", "public"],
  ["/features", "public"],
  ["/docs", "public"],
  ["/terms", "public"],
  ["/privacy", "public"],
  ["/refund-policy", "public"],
  ["/studio", "signed in"],
  ["/editor", "signed in"],
  ["/asset-editor/$id", "signed in"],
  ["/component-editor/$id", "signed in"],
  ["/explorer", "signed in"],
  ["/library", "signed in"],
  ["/collections", "signed in"],
  ["/analytics", "signed in"],
  ["/settings", "signed in"],
  ["/profile", "signed in"],
];

describe("paths", () => {
  it("lets guests read what is public, which the table of the specification does not", () => {
    expect(paths["/community"].access).toBe("public");
    expect(paths["/profile/$id"].access).toBe("public");
  });

  it.each(table)("%s of the specification's route table is %s", (path, access) => {
    expect(paths[path].access).toBe(access);
  });

  it("gives every page a title of its own, but for the two profiles", () => {
    const titles = Object.values(paths).map((page) => page.title);
    expect(new Set(titles).size).toBe(titles.length - 1);
  });

  it("names the product once in a document's title", () => {
    expect(documentTitle("Settings")).toBe("Settings · Promptcase");
    expect(documentTitle(paths["/"].title)).toBe(paths["/"].title);
  });
});
