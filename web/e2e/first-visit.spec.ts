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

/** `assets/prompt_wasm_bg-D1x.wasm` as `prompt_wasm_bg.wasm`. */
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

const cards = ["prompt_cards_bg.wasm"];
const rules = [...cards, "prompt_wasm_bg.wasm"];

/** The WebAssembly of each page; a page that is not named here has none. */
const programs: Record<string, readonly string[]> = {
  "signed-in/asset-editor.html": rules,
  "signed-in/collections.html": cards,
  "signed-in/community.html": cards,
  "signed-in/component-editor.html": rules,
  "signed-in/editor.html": rules,
  "signed-in/explorer-unfiltered.html": cards,
  "signed-in/explorer.html": cards,
  "signed-in/library.html": rules,
  "signed-in/profile.html": cards,
  "signed-in/settings.html": rules,
  "signed-in/studio.html": rules,
  "signed-in/unknown.html": rules,
};

for (const page of pages) {
  test(`${page} fetches the programs it is known to need`, () => {
    const files = [...fetched(page)].map(kindOf);
    expect(files.filter((file) => file.endsWith(".wasm")).sort()).toEqual(programs[page] ?? []);
  });
}

test("every page with programs is one of the build", () => {
  expect(pages).toEqual(expect.arrayContaining(Object.keys(programs)));
});

/** Loaded when somebody asks for them, so no page may fetch them by itself. */
const onDemand = [
  "src/core/pkg/reader/prompt_reader.js",
  "src/features/analytics/activity-chart.tsx",
  "src/features/editor/conflict/conflict-dialog.tsx",
  "src/features/generation/extract/pdf.ts",
  "src/features/generation/extract/word.ts",
  "src/features/generation/improve/improve-dialog.tsx",
  "src/features/versions/compare-components-dialog.tsx",
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
