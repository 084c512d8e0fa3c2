// Holds what the browser fetches before the first page is there: the files that the page's HTML names and all that they import.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  assets?: string[];
}

const dist = join(import.meta.dirname, "../dist");
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
const chunks = Object.values(manifest);
/** What a chunk brings that is none itself. */
const assets = new Set(chunks.flatMap(({ assets = [], css = [] }) => [...assets, ...css]));

/** `assets/prompt_app_bg-D1x.wasm` as `prompt_app_bg.wasm`. */
const kindOf = (file: string) => file.replace(/^\/?assets\//, "").replace(/-[\w-]{8}\.(\w+)$/, ".$1");

function fileOf(key: string): string {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is no chunk of the build`);
  return chunk.file;
}

/** What a browser fetches for a page. */
function fetched(page: string): Set<string> {
  const html = readFileSync(join(dist, "pages", page), "utf8");
  const files = new Set<string>();
  const visit = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    const chunk = chunks.find((one) => one.file === file);
    // What it imports would be missed.
    if (!chunk && !assets.has(file))
      throw new Error(`${page} fetches ${file}, which the build does not know`);
    for (const asset of chunk?.assets ?? []) files.add(asset);
    for (const key of chunk?.imports ?? []) visit(fileOf(key));
  };
  for (const [file] of html.matchAll(/assets\/[\w.~-]+\.(js|wasm)/g)) visit(file);
  return files;
}

const pages = readdirSync(join(dist, "pages"), { recursive: true, encoding: "utf8" }).filter((name) =>
  name.endsWith(".html"),
);

/** The pages that need WebAssembly; a page that only lists has none. */
const writing = ["asset-editor", "component-editor", "editor", "studio"].map(
  (name) => `signed-in/${name}.html`,
);

for (const page of pages) {
  test(`${page} fetches the programs it is known to need`, () => {
    const files = [...fetched(page)].map(kindOf);
    const programs = writing.includes(page) ? ["prompt_app_bg.wasm"] : [];
    expect(files.filter((file) => file.endsWith(".wasm"))).toEqual(programs);
  });
}

test("every page with a program is one of the build", () => {
  expect(pages).toEqual(expect.arrayContaining(writing));
});

/** Loaded when somebody asks for them, so no page may fetch them by itself. */
const onDemand = [
  "src/core/pkg/importer/prompt_importer.js",
  "src/features/analytics/activity-chart.tsx",
  "src/features/editor/conflict/conflict-dialog.tsx",
  "src/features/generation/extract/pdf.ts",
  "src/features/generation/extract/word.ts",
  "src/features/generation/improve/improve-dialog.tsx",
  "src/features/versions/compare-dialog.tsx",
  "src/ui/code-editor/monaco.ts",
];

test("no page fetches what loads on demand", () => {
  for (const module of onDemand) {
    const file = fileOf(module);
    expect(
      pages.filter((page) => fetched(page).has(file)),
      module,
    ).toEqual([]);
  }
});
