// Checks what the browser fetches before the first page renders: the page's code and all its imports.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

interface Chunk {
  file: string;
  imports?: string[];
  assets?: string[];
}

const dist = join(import.meta.dirname, "../dist");
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(dist, ".vite/manifest.json"), "utf8"));
/** `assets/prompt_app_bg-D1x.wasm` as `prompt_app_bg.wasm`. */
const kindOf = (file: string) => file.replace(/^\/?assets\//, "").replace(/-[\w-]{8}\.(\w+)$/, ".$1");

function fileOf(key: string): string {
  const chunk = manifest[key];
  if (!chunk) throw new Error(`${key} is no chunk of the build`);
  return chunk.file;
}

/** The code of each page behind sign-in, besides that of the frame around it. */
const pages: Record<string, string> = {
  analytics: "src/features/analytics/analytics-page.tsx",
  collections: "src/app/collections-route.tsx",
  community: "src/app/community-route.tsx",
  "component-editor": "src/app/component-editor-route.tsx",
  editor: "src/app/editor-route.tsx",
  explorer: "src/app/explorer-route.tsx",
  import: "src/app/import-route.tsx",
  library: "src/app/library-route.tsx",
  profile: "src/features/profile/profile-page.tsx",
  settings: "src/app/settings-route.tsx",
  studio: "src/app/studio-route.tsx",
  trash: "src/features/trash/trash-page.tsx",
};
const frame = ["workspace", "signed-in-extras", "user-menu"].map((name) => `src/app/layout/${name}.tsx`);

/** The files a browser fetches for these modules. */
function fetched(modules: string[]): Set<string> {
  const files = new Set<string>();
  const visit = (key: string) => {
    const file = fileOf(key);
    if (files.has(file)) return;
    files.add(file);
    for (const asset of manifest[key]?.assets ?? []) files.add(asset);
    for (const imported of manifest[key]?.imports ?? []) visit(imported);
  };
  modules.forEach(visit);
  return files;
}

const fetchedFor = (page: string) => fetched(["index.html", ...frame, pages[page] ?? ""]);

/** The pages that need WebAssembly; a list page does not. */
const writing = ["component-editor", "editor", "import", "studio"];

for (const page of Object.keys(pages)) {
  test(`${page} fetches the programs it is known to need`, () => {
    const files = [...fetchedFor(page)].map(kindOf);
    const programs = writing.includes(page) ? ["prompt_app_bg.wasm"] : [];
    expect(files.filter((file) => file.endsWith(".wasm"))).toEqual(programs);
  });
}

const publicPages = readdirSync(join(dist, "pages"));

test("public pages name no program", () => {
  expect(publicPages.filter((name) => name.endsWith(".html"))).toHaveLength(5);
  for (const name of publicPages.filter((name) => name.endsWith(".html"))) {
    expect(readFileSync(join(dist, "pages", name), "utf8"), name).not.toContain(".wasm");
  }
});

/** Lazy-loaded on demand, so no page may fetch them by itself. */
const onDemand = [
  "src/core/pkg/importer/prompt_importer.js",
  "src/features/analytics/day-chart.tsx",
  "src/features/editor/conflict/conflict-dialog.tsx",
  "src/features/export/export-many-dialog.tsx",
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
      Object.keys(pages).filter((page) => fetchedFor(page).has(file)),
      module,
    ).toEqual([]);
  }
});
